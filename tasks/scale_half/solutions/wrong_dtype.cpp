// expect: wrong
// Multiplies the bits as if they were integers.
#include <leap_task.h>

#include <cstdint>

extern "C" void scale_half(const float* factor, const uint16_t* x, uint16_t* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = static_cast<uint16_t>(static_cast<int32_t>(*factor * x[i]));
}
