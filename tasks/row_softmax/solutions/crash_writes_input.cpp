// expect: crash
// Saves a buffer by exponentiating in place, but the inputs are read-only.
#include <leap_task.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

extern "C" void row_softmax(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    float* row = const_cast<float*>(x) + r * cols;
    const float largest = *std::max_element(row, row + cols);
    float sum = 0;
    for (int64_t c = 0; c < cols; ++c) {
      row[c] = std::exp(row[c] - largest);
      sum += row[c];
    }
    for (int64_t c = 0; c < cols; ++c) y[r * cols + c] = row[c] / sum;
  }
}
