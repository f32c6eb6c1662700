// expect: wrong
// Adds four columns at a time and drops the last cols % 4, which are there because the width is odd.
#include <leap_task.h>

#include <cstdint>

extern "C" void row_sum(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = x + r * cols;
    float lanes[4] = {};
    for (int64_t c = 0; c + 4 <= cols; c += 4) {
      for (int lane = 0; lane < 4; ++lane) lanes[lane] += row[c + lane];
    }
    y[r] = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  }
}
