// attack: leaves by _exit(0)
// row: 25
// task: vector_add
// expect: crash
#include <unistd.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) { _exit(0); }
