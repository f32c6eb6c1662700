// expect: wrong
// Scales y instead of x.
#include <leap_task.h>

#include <cstdint>

extern "C" void saxpy(const float* alpha, const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + *alpha * y[i];
}
