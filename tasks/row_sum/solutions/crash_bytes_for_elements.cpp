// expect: crash
// Takes the length of a row in bytes for its number of floats, and runs off the end of the matrix.
#include <leap_task.h>

#include <cstdint>

extern "C" void row_sum(const float* x, float* y, int64_t rows, int64_t cols) {
  const int64_t row_bytes = cols * static_cast<int64_t>(sizeof(float));
  for (int64_t r = 0; r < rows; ++r) {
    float sum = 0;
    for (int64_t c = 0; c < row_bytes; ++c) sum += x[r * cols + c];
    y[r] = sum;
  }
}
