// expect: wrong
// Stores only the true answers and takes the output to be zero beforehand.
#include <leap_task.h>

#include <cstdint>

extern "C" void greater(const float* x, const float* y, bool* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    if (x[i] > y[i]) z[i] = true;
  }
}
