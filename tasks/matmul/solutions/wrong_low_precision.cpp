// expect: wrong
// Rounds the factors to bfloat16 as a fast matrix unit would: the error is thousands of times that of float32.
#include <leap_task.h>

#include <bit>
#include <cstdint>

namespace {

float rounded(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  return std::bit_cast<float>((bits + 0x7fffu + ((bits >> 16) & 1u)) & 0xffff0000u);
}

}  // namespace

extern "C" void matmul(const float* a, const float* b, float* c, int64_t m, int64_t n, int64_t k) {
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      float sum = 0;
      for (int64_t p = 0; p < k; ++p) sum += rounded(a[i * k + p]) * rounded(b[p * n + j]);
      c[i * n + j] = sum;
    }
  }
}
