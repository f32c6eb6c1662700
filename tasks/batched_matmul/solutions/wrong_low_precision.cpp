// expect: wrong
// Cuts the factors down to ten bits of fraction, as TF32 units do: too coarse for a float32 result.
#include <leap_task.h>

#include <bit>
#include <cstdint>

namespace {

float tf32(float value) { return std::bit_cast<float>((std::bit_cast<uint32_t>(value) + 0x1000u) & 0xffffe000u); }

}  // namespace

extern "C" void batched_matmul(const float* a, const float* b, float* c, int64_t batch, int64_t m, int64_t n,
                               int64_t k) {
  for (int64_t i = 0; i < batch; ++i) {
    for (int64_t r = 0; r < m; ++r) {
      for (int64_t s = 0; s < n; ++s) {
        float sum = 0;
        for (int64_t p = 0; p < k; ++p) sum += tf32(a[(i * m + r) * k + p]) * tf32(b[(i * k + p) * n + s]);
        c[(i * m + r) * n + s] = sum;
      }
    }
  }
}
