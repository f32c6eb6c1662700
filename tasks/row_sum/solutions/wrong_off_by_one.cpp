// expect: wrong
// Counts columns from 1, so the first element of each row is left out.
#include <leap_task.h>

#include <cstdint>

extern "C" void row_sum(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    float sum = 0;
    for (int64_t c = 1; c < cols; ++c) sum += x[r * cols + c];
    y[r] = sum;
  }
}
