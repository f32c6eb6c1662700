// expect: wrong
// Computes mean and variance of the first row and uses them for all.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void layer_norm(const float* x, const float* weight, const float* bias, float* y, int64_t rows,
                           int64_t cols) {
  float mean = 0, squares = 0;
  for (int64_t c = 0; c < cols; ++c) mean += x[c] / static_cast<float>(cols);
  for (int64_t c = 0; c < cols; ++c) squares += (x[c] - mean) * (x[c] - mean);
  const float deviation = std::sqrt(squares / static_cast<float>(cols) + 1e-5f);
  for (int64_t i = 0; i < rows * cols; ++i) y[i] = (x[i] - mean) / deviation * weight[i % cols] + bias[i % cols];
}
