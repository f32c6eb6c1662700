// expect: wrong
// Turns negative elements positive instead of into zero.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void relu(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t i = 0; i < rows * cols; ++i) y[i] = std::fabs(x[i]);
}
