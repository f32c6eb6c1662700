// expect: wrong
// Carries the sum from one row into the next: right in the first row only.
#include <leap_task.h>

#include <cstdint>

extern "C" void prefix_sum(const float* x, float* y, int64_t rows, int64_t cols) {
  float sum = 0;
  for (int64_t i = 0; i < rows * cols; ++i) {
    sum += x[i];
    y[i] = sum;
  }
}
