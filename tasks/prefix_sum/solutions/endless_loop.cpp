// expect: timeout
// Repeats until two sweeps agree, but the sums are NaN to begin with and NaN never equals itself.
#include <leap_task.h>

#include <cstdint>

extern "C" void prefix_sum(const float* x, float* y, int64_t rows, int64_t cols) {
  volatile bool changed = true;
  while (changed) {
    for (int64_t i = 1; i < rows * cols; ++i) {
      const float sum = y[0] + x[i];
      changed = !(sum == y[i]);
      y[i] = sum;
    }
  }
}
