// expect: wrong
// Transposes whole 16 x 16 tiles only: right where both extents are multiples of 16.
#include <leap_task.h>

#include <cstdint>

extern "C" void transpose(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r0 = 0; r0 + 16 <= rows; r0 += 16) {
    for (int64_t c0 = 0; c0 + 16 <= cols; c0 += 16) {
      for (int64_t r = r0; r < r0 + 16; ++r) {
        for (int64_t c = c0; c < c0 + 16; ++c) y[c * rows + r] = x[r * cols + c];
      }
    }
  }
}
