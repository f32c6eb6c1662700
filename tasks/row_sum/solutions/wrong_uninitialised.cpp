// expect: wrong
// Accumulates straight into the output without clearing it first.
#include <leap_task.h>

#include <cstdint>

extern "C" void row_sum(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < cols; ++c) y[r] += x[r * cols + c];
  }
}
