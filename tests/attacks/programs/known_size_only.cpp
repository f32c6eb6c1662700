// attack: computes only for sizes of a power of two and guesses the rest
// row: B28
// task: vector_add
// expect: wrong
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = (n & (n - 1)) == 0 ? x[i] + y[i] : x[i];
}
