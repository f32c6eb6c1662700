// expect: wrong
// Loses the sign of the result.
#include <leap_task.h>

#include <bit>
#include <cmath>
#include <cstdint>

extern "C" void scale_half(const float* factor, const uint16_t* x, uint16_t* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const float magnitude = std::bit_cast<float>((x[i] & 0x7fffu) << 13) * 0x1p112f * std::fabs(*factor);
    const uint32_t bits = std::bit_cast<uint32_t>(magnitude * 0x1p-112f);
    y[i] = static_cast<uint16_t>((bits + 0xfffu + ((bits >> 13) & 1u)) >> 13);
  }
}
