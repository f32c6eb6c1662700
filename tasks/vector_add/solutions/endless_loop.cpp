// expect: timeout
// The index never moves, because the step is taken from a variable that stays zero.
#include <leap_task.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  volatile int64_t step = 0;
  for (int64_t i = 0; i < n; i += step) z[i] = x[i] + y[i];
}
