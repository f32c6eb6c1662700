// expect: wrong
// Adds in float32, half of the digits: 2^29 times the rounding error of float64.
#include <leap_task.h>

#include <cstdint>

extern "C" void vector_add_f64(const double* x, const double* y, double* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = static_cast<float>(x[i]) + static_cast<float>(y[i]);
}
