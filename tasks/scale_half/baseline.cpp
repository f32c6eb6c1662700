// Takes each number apart into sign, exponent and fraction, and puts the product together again, by the library.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

namespace {

double decode(uint16_t bits) {
  const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
  const double magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

// For magnitudes below 65520. The unit in the last place is 2^(e-10), but never below 2^-24.
uint16_t encode(double value) {
  int exponent = 0;
  std::frexp(value, &exponent);
  const int unit = value == 0 ? -24 : static_cast<int>(std::fmax(exponent - 11, -24));
  const int steps = static_cast<int>(std::nearbyint(std::ldexp(std::fabs(value), -unit)));
  // Adding lets a fraction that was rounded up to 2048 carry into the exponent.
  const int bits = steps + ((unit + 24) << 10);
  return static_cast<uint16_t>(bits | (std::signbit(value) ? 0x8000 : 0));
}

}  // namespace

extern "C" void scale_half(const float* factor, const uint16_t* x, uint16_t* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = encode(*factor * decode(x[i]));
}
