// expect: wrong
// Stops one short, so the last element is never written.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void gelu(const float* x, float* y, int64_t n) {
  for (int64_t i = 0; i + 1 < n; ++i) y[i] = 0.5f * x[i] * (1 + std::erf(x[i] * 0.70710678f));
}
