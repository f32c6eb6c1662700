// expect: wrong
// Stores the lower half of the float32 sum, where the digits are that bfloat16 drops.
#include <leap_task.h>

#include <bit>
#include <cstdint>

extern "C" void add_bfloat16(const uint16_t* x, const uint16_t* y, uint16_t* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const float sum = std::bit_cast<float>(static_cast<uint32_t>(x[i]) << 16) +
                      std::bit_cast<float>(static_cast<uint32_t>(y[i]) << 16);
    z[i] = static_cast<uint16_t>(std::bit_cast<uint32_t>(sum));
  }
}
