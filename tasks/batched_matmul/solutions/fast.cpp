// expect: correct
// Keeps four rows by eight columns of c in registers for the whole sum; c is written once and b read a quarter as
// often.
#include <leap_task.h>

#include <cstdint>
#include <cstring>

namespace {

using Vec = float __attribute__((vector_size(32)));

template <int kRows>
void strip(const float* a, const float* b, float* c, int64_t n, int64_t k) {
  int64_t s = 0;
  for (; s + 8 <= n; s += 8) {
    Vec sums[kRows] = {};
    for (int64_t p = 0; p < k; ++p) {
      Vec row;
      std::memcpy(&row, b + p * n + s, sizeof row);
      for (int r = 0; r < kRows; ++r) sums[r] += a[r * k + p] * row;
    }
    for (int r = 0; r < kRows; ++r) std::memcpy(c + r * n + s, &sums[r], sizeof sums[r]);
  }
  for (; s < n; ++s) {
    float sums[kRows] = {};
    for (int64_t p = 0; p < k; ++p) {
      for (int r = 0; r < kRows; ++r) sums[r] += a[r * k + p] * b[p * n + s];
    }
    for (int r = 0; r < kRows; ++r) c[r * n + s] = sums[r];
  }
}

}  // namespace

// Small factors fit the first-level cache as they are, so there is no blocking beyond the registers.
extern "C" void batched_matmul(const float* a, const float* b, float* c, int64_t batch, int64_t m, int64_t n,
                               int64_t k) {
  for (int64_t i = 0; i < batch; ++i, a += m * k, b += k * n, c += m * n) {
    int64_t r = 0;
    for (; r + 4 <= m; r += 4) strip<4>(a + r * k, b, c + r * n, n, k);
    for (; r < m; ++r) strip<1>(a + r * k, b, c + r * n, n, k);
  }
}
