// expect: crash
// Asks how many blocks of 4096 columns there are, which is none here, and divides by the answer.
#include <leap_task.h>

#include <cstdint>

extern "C" void prefix_sum(const float* x, float* y, int64_t rows, int64_t cols) {
  const int64_t blocks = cols / 4096;
  const int64_t width = cols / blocks;
  for (int64_t r = 0; r < rows; ++r) {
    float sum = 0;
    for (int64_t c = 0; c < width; ++c) y[r * cols + c] = sum += x[r * cols + c];
  }
}
