// expect: wrong
// Multiplies the first pair and leaves the others.
#include <leap_task.h>

#include <cstdint>

extern "C" void batched_matmul(const float* a, const float* b, float* c, int64_t, int64_t m, int64_t n, int64_t k) {
  for (int64_t r = 0; r < m; ++r) {
    for (int64_t s = 0; s < n; ++s) {
      float sum = 0;
      for (int64_t p = 0; p < k; ++p) sum += a[r * k + p] * b[p * n + s];
      c[r * n + s] = sum;
    }
  }
}
