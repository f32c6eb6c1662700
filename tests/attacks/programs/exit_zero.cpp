// attack: leaves by exit(0) in its first call
// row: 25
// task: vector_add
// expect: crash
#include <cstdint>
#include <cstdlib>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) { exit(0); }
