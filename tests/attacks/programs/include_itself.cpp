// attack: includes itself twice, 2^200 times in the end
// row: 34
// task: vector_add
// expect: compile_error, memory_limit
// clang-format off
#include __FILE__
#include __FILE__

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
