// expect: correct
// One pass in the order of memory, which the hardware prefetches; nothing overlaps, so four additions go at once.
#include <leap_task.h>

#include <cstdint>

extern "C" void vector_add_f64(const double* __restrict__ x, const double* __restrict__ y, double* __restrict__ z,
                               int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
