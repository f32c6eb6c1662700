// expect: wrong
// Writes only where x is positive and leaves the rest as it was, taking it to be zero.
#include <leap_task.h>

#include <cstdint>

extern "C" void relu(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t i = 0; i < rows * cols; ++i) {
    if (x[i] > 0) y[i] = x[i];
  }
}
