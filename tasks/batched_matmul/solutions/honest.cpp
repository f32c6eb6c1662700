// expect: correct
// One product as a function that works along rows, called for each pair.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>

namespace {

void multiply(const float* a, const float* b, float* c, int64_t m, int64_t n, int64_t k) {
  std::fill(c, c + m * n, 0.0f);
  for (int64_t r = 0; r < m; ++r) {
    for (int64_t p = 0; p < k; ++p) {
      for (int64_t s = 0; s < n; ++s) c[r * n + s] += a[r * k + p] * b[p * n + s];
    }
  }
}

}  // namespace

extern "C" void batched_matmul(const float* a, const float* b, float* c, int64_t batch, int64_t m, int64_t n,
                               int64_t k) {
  for (int64_t i = 0; i < batch; ++i) multiply(a + i * m * k, b + i * k * n, c + i * m * n, m, n, k);
}
