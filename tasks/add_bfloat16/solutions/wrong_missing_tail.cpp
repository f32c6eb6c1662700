// expect: wrong
// Works on pairs and forgets the last one of an odd number.
#include <leap_task.h>

#include <bit>
#include <cstdint>

namespace {

uint16_t add(uint16_t x, uint16_t y) {
  const float sum =
      std::bit_cast<float>(static_cast<uint32_t>(x) << 16) + std::bit_cast<float>(static_cast<uint32_t>(y) << 16);
  const uint32_t bits = std::bit_cast<uint32_t>(sum);
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

}  // namespace

extern "C" void add_bfloat16(const uint16_t* x, const uint16_t* y, uint16_t* z, int64_t n) {
  for (int64_t i = 0; i + 2 <= n; i += 2) {
    z[i] = add(x[i], y[i]);
    z[i + 1] = add(x[i + 1], y[i + 1]);
  }
}
