// expect: wrong
// Writes where the mask is true and leaves the rest to chance.
#include <leap_task.h>

#include <cstdint>

extern "C" void where_mask(const bool* mask, const float* x, const float*, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    if (mask[i]) z[i] = x[i];
  }
}
