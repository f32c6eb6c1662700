// expect: wrong
// Scans blocks of 64 columns on their own and forgets to add what came before: right for short rows only.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>
#include <numeric>

extern "C" void prefix_sum(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < cols; c += 64) {
      const int64_t end = std::min(c + 64, cols);
      std::partial_sum(x + r * cols + c, x + r * cols + end, y + r * cols + c);
    }
  }
}
