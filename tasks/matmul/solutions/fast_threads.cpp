// expect: correct
// Two threads take half of the rows each; worth it only where the product outweighs starting a thread.
// threads: 2
#include <leap_task.h>

#include <algorithm>
#include <cstdint>
#include <thread>

namespace {

// The innermost loop runs along rows of b and c, so it vectorises and streams.
void multiply_rows(const float* a, const float* b, float* __restrict__ c, int64_t rows, int64_t n, int64_t k) {
  std::fill(c, c + rows * n, 0.0f);
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t p = 0; p < k; ++p) {
      const float factor = a[i * k + p];
      for (int64_t j = 0; j < n; ++j) c[i * n + j] += factor * b[p * n + j];
    }
  }
}

}  // namespace

extern "C" void matmul(const float* a, const float* b, float* c, int64_t m, int64_t n, int64_t k) {
  const int64_t half = m / 2;
  // Below about a hundred thousand multiplications, starting a thread takes longer than the work.
  if (m * n * k < 100'000) return multiply_rows(a, b, c, m, n, k);
  std::thread other([=] { multiply_rows(a, b, c, half, n, k); });
  multiply_rows(a + half * k, b, c + half * n, m - half, n, k);
  other.join();
}
