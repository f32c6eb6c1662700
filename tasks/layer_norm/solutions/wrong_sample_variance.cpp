// expect: wrong
// Divides the sum of squares by cols - 1, which is the variance of a sample.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void layer_norm(const float* x, const float* weight, const float* bias, float* y, int64_t rows,
                           int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    float mean = 0, squares = 0;
    for (int64_t c = 0; c < cols; ++c) mean += x[r * cols + c] / static_cast<float>(cols);
    for (int64_t c = 0; c < cols; ++c) squares += (x[r * cols + c] - mean) * (x[r * cols + c] - mean);
    const float deviation = std::sqrt(squares / static_cast<float>(cols - 1) + 1e-5f);
    for (int64_t c = 0; c < cols; ++c) y[r * cols + c] = (x[r * cols + c] - mean) / deviation * weight[c] + bias[c];
  }
}
