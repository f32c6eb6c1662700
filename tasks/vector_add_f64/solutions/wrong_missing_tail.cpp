// expect: wrong
// Unrolled four times with nothing for the last n % 4.
#include <leap_task.h>

#include <cstdint>

extern "C" void vector_add_f64(const double* x, const double* y, double* z, int64_t n) {
  for (int64_t i = 0; i + 4 <= n; i += 4) {
    z[i] = x[i] + y[i];
    z[i + 1] = x[i + 1] + y[i + 1];
    z[i + 2] = x[i + 2] + y[i + 2];
    z[i + 3] = x[i + 3] + y[i + 3];
  }
}
