// attack: reports errors without number by the assembler
// row: 33
// task: vector_add
// expect: compile_error
asm(".rept 200000\n.error \"no\"\n.endr");

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
