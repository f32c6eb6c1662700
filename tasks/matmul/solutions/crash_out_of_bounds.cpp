// expect: crash
// A stride of 2^40 elements takes the second row of c far outside any memory.
#include <leap_task.h>

#include <cstdint>

extern "C" void matmul(const float* a, const float* b, float* c, int64_t m, int64_t n, int64_t k) {
  const int64_t stride = n << 40;
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      float sum = 0;
      for (int64_t p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * stride + j] = sum;
    }
  }
}
