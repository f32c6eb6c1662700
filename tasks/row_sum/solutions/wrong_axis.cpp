// expect: wrong
// Reads the matrix as if it were stored column by column.
#include <leap_task.h>

#include <cstdint>

extern "C" void row_sum(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    float sum = 0;
    for (int64_t c = 0; c < cols; ++c) sum += x[c * rows + r];
    y[r] = sum;
  }
}
