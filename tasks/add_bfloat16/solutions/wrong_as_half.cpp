// expect: wrong
// Takes the bits for IEEE binary16, which has five bits of exponent.
#include <leap_task.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace {

float decode(uint16_t half) {
  const float magnitude = std::bit_cast<float>((half & 0x7fffu) << 13) * 0x1p112f;
  return half & 0x8000u ? -magnitude : magnitude;
}

uint16_t encode(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(std::fabs(value) * 0x1p-112f);
  const uint32_t rounded = (bits + 0xfffu + ((bits >> 13) & 1u)) >> 13;
  return static_cast<uint16_t>(rounded | (std::signbit(value) ? 0x8000u : 0u));
}

}  // namespace

extern "C" void add_bfloat16(const uint16_t* x, const uint16_t* y, uint16_t* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = encode(decode(x[i]) + decode(y[i]));
}
