// attack: repeats an instruction 2e9 times
// row: 33
// task: vector_add
// expect: compile_error, memory_limit
asm(".rept 2000000000\nnop\n.endr");

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
