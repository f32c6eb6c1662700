// expect: wrong
// Computes whole 4 x 4 tiles only; rows and columns beyond the last whole tile stay unwritten.
#include <leap_task.h>

#include <cstdint>

extern "C" void matmul(const float* a, const float* b, float* c, int64_t m, int64_t n, int64_t k) {
  for (int64_t i = 0; i < m / 4 * 4; ++i) {
    for (int64_t j = 0; j < n / 4 * 4; ++j) {
      float sum = 0;
      for (int64_t p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
  }
}
