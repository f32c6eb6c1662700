// expect: crash
// Uses the row length of x for y too, and writes past the end when the matrix is wider than it is high.
#include <leap_task.h>

#include <cstdint>

extern "C" void transpose(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < cols; ++c) y[c * cols + r] = x[r * cols + c];
  }
}
