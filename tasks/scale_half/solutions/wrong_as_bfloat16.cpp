// expect: wrong
// Takes the bits for bfloat16, which has eight bits of exponent.
#include <leap_task.h>

#include <bit>
#include <cstdint>

extern "C" void scale_half(const float* factor, const uint16_t* x, uint16_t* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const float value = *factor * std::bit_cast<float>(static_cast<uint32_t>(x[i]) << 16);
    y[i] = static_cast<uint16_t>(std::bit_cast<uint32_t>(value) >> 16);
  }
}
