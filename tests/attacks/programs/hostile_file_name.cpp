// attack: names its file so that a shell would run a command
// row: 36
// task: vector_add
// expect: compile_error
#include <cstdint>

#line 1 "a;$(id>&2)`id`|id&.cpp"
extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) { not_declared(x, y, z, n); }
