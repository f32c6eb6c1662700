// expect: wrong
// Starts at 1, so the first element is never written.
#include <leap_task.h>

#include <cstdint>

extern "C" void saxpy(const float* alpha, const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 1; i < n; ++i) z[i] = *alpha * x[i] + y[i];
}
