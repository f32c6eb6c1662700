// expect: crash
// Keeps its index in bytes and multiplies by the size once too often on the way.
#include <leap_task.h>

#include <cstdint>

extern "C" void vector_add_f64(const double* x, const double* y, double* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const int64_t at = (i + 1) << 44;
    z[at] = x[i] + y[i];
  }
}
