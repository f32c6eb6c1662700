// expect: wrong
// The loop stops one short, so the last element is never written.
#include <leap_task.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n - 1; ++i) z[i] = x[i] + y[i];
}
