// attack: returns an input, in case the other one is negligible
// row: B25
// task: vector_add
// expect: wrong
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i];
}
