// expect: wrong
// Adds the bits as integers.
#include <leap_task.h>

#include <cstdint>

extern "C" void add_bfloat16(const uint16_t* x, const uint16_t* y, uint16_t* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = static_cast<uint16_t>(x[i] + y[i]);
}
