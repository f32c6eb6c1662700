// expect: wrong
// Asks whether x is smaller.
#include <leap_task.h>

#include <cstdint>

extern "C" void greater(const float* x, const float* y, bool* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] < y[i];
}
