// expect: wrong
// Subtracts.
#include <leap_task.h>

#include <cstdint>

extern "C" void vector_add_f64(const double* x, const double* y, double* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] - y[i];
}
