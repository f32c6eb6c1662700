// expect: correct
// One plain loop.
#include <leap_task.h>

#include <cstdint>

extern "C" void saxpy(const float* alpha, const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = alpha[0] * x[i] + y[i];
}
