// The grid-stride loop of a GPU kernel, lane after lane: simple, and a poor order for a CPU's caches.
#include <leap_task.h>

#include <cstdint>

extern "C" void vector_add_f64(const double* x, const double* y, double* z, int64_t n) {
  constexpr int64_t kLanes = 32;
  for (int64_t lane = 0; lane < kLanes; ++lane) {
    for (int64_t i = lane; i < n; i += kLanes) z[i] = x[i] + y[i];
  }
}
