// expect: wrong
// Takes x where the mask is false.
#include <leap_task.h>

#include <cstdint>

extern "C" void where_mask(const bool* mask, const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = mask[i] ? y[i] : x[i];
}
