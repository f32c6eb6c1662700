// expect: wrong
// The last row of each product is left out.
#include <leap_task.h>

#include <cstdint>

extern "C" void batched_matmul(const float* a, const float* b, float* c, int64_t batch, int64_t m, int64_t n,
                               int64_t k) {
  for (int64_t i = 0; i < batch; ++i) {
    for (int64_t r = 0; r < m - 1; ++r) {
      for (int64_t s = 0; s < n; ++s) {
        float sum = 0;
        for (int64_t p = 0; p < k; ++p) sum += a[(i * m + r) * k + p] * b[(i * k + p) * n + s];
        c[(i * m + r) * n + s] = sum;
      }
    }
  }
}
