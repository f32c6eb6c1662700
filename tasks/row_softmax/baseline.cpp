// The textbook: find the maximum, exponentiate and sum, divide.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void row_softmax(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    float largest = x[r * cols];
    for (int64_t c = 1; c < cols; ++c) {
      if (x[r * cols + c] > largest) largest = x[r * cols + c];
    }
    float sum = 0;
    for (int64_t c = 0; c < cols; ++c) sum += std::exp(x[r * cols + c] - largest);
    for (int64_t c = 0; c < cols; ++c) y[r * cols + c] = std::exp(x[r * cols + c] - largest) / sum;
  }
}
