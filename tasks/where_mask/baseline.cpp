// A branch for each element: with a random mask the processor guesses wrong every second time.
#include <leap_task.h>

#include <cstdint>

extern "C" void where_mask(const bool* mask, const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    if (mask[i]) {
      z[i] = x[i];
    } else {
      z[i] = y[i];
    }
  }
}
