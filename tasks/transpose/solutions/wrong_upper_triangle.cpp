// expect: wrong
// Exchanges pairs above the diagonal only, as an in-place transpose of a square matrix does; the rest stays unwritten.
#include <leap_task.h>

#include <cstdint>

extern "C" void transpose(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = r; c < cols; ++c) y[c * rows + r] = x[r * cols + c];
  }
}
