// expect: crash
// Indexes weight and bias like x, as if each element had its own, and reads far past their end.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void layer_norm(const float* x, const float* weight, const float* bias, float* y, int64_t rows,
                           int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    float mean = 0, squares = 0;
    for (int64_t c = 0; c < cols; ++c) mean += x[r * cols + c] / static_cast<float>(cols);
    for (int64_t c = 0; c < cols; ++c) squares += (x[r * cols + c] - mean) * (x[r * cols + c] - mean);
    const float deviation = std::sqrt(squares / static_cast<float>(cols) + 1e-5f);
    for (int64_t c = 0; c < cols; ++c) {
      const int64_t i = r * cols + c;
      y[i] = (x[i] - mean) / deviation * weight[i] + bias[i];
    }
  }
}
