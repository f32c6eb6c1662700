// expect: wrong
// Shifts the fraction by 12 instead of 13 places, so every number is read as about the square of what it is.
#include <leap_task.h>

#include <bit>
#include <cmath>
#include <cstdint>

extern "C" void scale_half(const float* factor, const uint16_t* x, uint16_t* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const float magnitude = std::bit_cast<float>((x[i] & 0x7fffu) << 12) * 0x1p112f;
    const float value = *factor * (x[i] & 0x8000u ? -magnitude : magnitude);
    const uint32_t bits = std::bit_cast<uint32_t>(std::fabs(value) * 0x1p-112f);
    y[i] = static_cast<uint16_t>(((bits + 0xfffu + ((bits >> 13) & 1u)) >> 13) | (value < 0 ? 0x8000u : 0u));
  }
}
