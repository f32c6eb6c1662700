// expect: wrong
// Normalises each column instead of each row.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void row_softmax(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t c = 0; c < cols; ++c) {
    float largest = x[c];
    for (int64_t r = 1; r < rows; ++r) largest = std::fmax(largest, x[r * cols + c]);
    float sum = 0;
    for (int64_t r = 0; r < rows; ++r) sum += std::exp(x[r * cols + c] - largest);
    for (int64_t r = 0; r < rows; ++r) y[r * cols + c] = std::exp(x[r * cols + c] - largest) / sum;
  }
}
