// expect: wrong
// Compares the bits as integers, which orders negative numbers the wrong way round.
#include <leap_task.h>

#include <bit>
#include <cstdint>

extern "C" void greater(const float* x, const float* y, bool* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = std::bit_cast<uint32_t>(x[i]) > std::bit_cast<uint32_t>(y[i]);
}
