// expect: correct
// Loads alpha once and promises that nothing overlaps, so the loop is nothing but vector multiply-adds.
#include <leap_task.h>

#include <cstdint>

// Without __restrict__ a write to z might change alpha, which would then have to be loaded again for each element.
extern "C" void saxpy(const float* __restrict__ alpha, const float* __restrict__ x, const float* __restrict__ y,
                      float* __restrict__ z, int64_t n) {
  const float factor = *alpha;
  for (int64_t i = 0; i < n; ++i) z[i] = factor * x[i] + y[i];
}
