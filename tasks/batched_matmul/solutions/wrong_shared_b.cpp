// expect: wrong
// Uses the first b for every pair: the batch index is missing.
#include <leap_task.h>

#include <cstdint>

extern "C" void batched_matmul(const float* a, const float* b, float* c, int64_t batch, int64_t m, int64_t n,
                               int64_t k) {
  for (int64_t row = 0; row < batch * m; ++row) {
    for (int64_t s = 0; s < n; ++s) {
      float sum = 0;
      for (int64_t p = 0; p < k; ++p) sum += a[row * k + p] * b[p * n + s];
      c[row * n + s] = sum;
    }
  }
}
