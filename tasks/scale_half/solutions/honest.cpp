// expect: correct
// Moves the bits into a float32 and lets two multiplications by powers of two mend the exponent.
#include <leap_task.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace {

// float32's exponent bias is 112 larger; subnormals come out right because the multiplication normalises them.
float decode(uint16_t half) {
  const float magnitude = std::bit_cast<float>((half & 0x7fffu) << 13) * 0x1p112f;
  return half & 0x8000u ? -magnitude : magnitude;
}

// Rounds to nearest, ties to even, at the 13 bits that are dropped. For magnitudes below 65520.
uint16_t encode(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(std::fabs(value) * 0x1p-112f);
  const uint32_t rounded = (bits + 0xfffu + ((bits >> 13) & 1u)) >> 13;
  return static_cast<uint16_t>(rounded | (std::signbit(value) ? 0x8000u : 0u));
}

}  // namespace

extern "C" void scale_half(const float* factor, const uint16_t* x, uint16_t* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = encode(*factor * decode(x[i]));
}
