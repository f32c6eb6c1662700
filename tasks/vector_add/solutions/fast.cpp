// expect: correct
// Visits memory in order, so the hardware prefetches it, and promises that nothing overlaps, so it vectorises.
#include <leap_task.h>

#include <cstdint>

// The work is one addition for twelve bytes moved: only the order and the width of the accesses matter. __restrict__
// spares the compiler its run-time overlap check and the scalar copy of the loop behind it.
extern "C" void vector_add(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
