// expect: wrong
// Adds instead of choosing: the mask times x, plus all of y.
#include <leap_task.h>

#include <cstdint>

extern "C" void where_mask(const bool* mask, const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = static_cast<float>(mask[i]) * x[i] + y[i];
}
