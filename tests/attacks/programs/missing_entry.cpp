// attack: has code, but not the entry point that was asked for
// row: 25
// task: vector_add
// expect: no_code
#include <cstdint>

extern "C" void vector_sub(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
