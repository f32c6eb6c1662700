// attack: moves the location counter to 1 TiB
// row: 33
// task: vector_add
// expect: compile_error
asm(".org 0x10000000000");

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
