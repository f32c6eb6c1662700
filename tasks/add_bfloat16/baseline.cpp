// Takes each number apart into sign, exponent and fraction, and puts the sum together again, by the library.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

namespace {

double decode(uint16_t bits) {
  const int exponent = (bits >> 7) & 255, fraction = bits & 127;
  const double magnitude = exponent == 0 ? std::ldexp(fraction, -133) : std::ldexp(128 + fraction, exponent - 134);
  return bits & 0x8000 ? -magnitude : magnitude;
}

// The unit in the last place is 2^(e-7), but never below 2^-133. Overflow is not handled: inputs are far from it.
uint16_t encode(double value) {
  int exponent = 0;
  std::frexp(value, &exponent);
  const int unit = value == 0 ? -133 : static_cast<int>(std::fmax(exponent - 8, -133));
  const int steps = static_cast<int>(std::nearbyint(std::ldexp(std::fabs(value), -unit)));
  // Adding lets a fraction that was rounded up to 256 carry into the exponent.
  const int bits = steps + ((unit + 133) << 7);
  return static_cast<uint16_t>(bits | (std::signbit(value) ? 0x8000 : 0));
}

}  // namespace

extern "C" void add_bfloat16(const uint16_t* x, const uint16_t* y, uint16_t* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = encode(decode(x[i]) + decode(y[i]));
}
