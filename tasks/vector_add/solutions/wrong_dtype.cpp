// expect: wrong
// Adds through int, so the fractions are lost.
#include <leap_task.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = static_cast<float>(static_cast<int>(x[i]) + static_cast<int>(y[i]));
}
