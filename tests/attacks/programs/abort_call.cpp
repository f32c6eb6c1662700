// attack: aborts
// row: 25
// task: vector_add
// expect: crash
#include <cstdint>
#include <cstdlib>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) { abort(); }
