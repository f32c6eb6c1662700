// expect: correct
// std::accumulate in double, rounded once a row.
#include <leap_task.h>

#include <cstdint>
#include <numeric>

extern "C" void row_sum(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = x + r * cols;
    y[r] = static_cast<float>(std::accumulate(row, row + cols, 0.0));
  }
}
