// expect: wrong
// Normalises each column over the rows.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void layer_norm(const float* x, const float* weight, const float* bias, float* y, int64_t rows,
                           int64_t cols) {
  for (int64_t c = 0; c < cols; ++c) {
    float mean = 0, squares = 0;
    for (int64_t r = 0; r < rows; ++r) mean += x[r * cols + c] / static_cast<float>(rows);
    for (int64_t r = 0; r < rows; ++r) squares += (x[r * cols + c] - mean) * (x[r * cols + c] - mean);
    const float deviation = std::sqrt(squares / static_cast<float>(rows) + 1e-5f);
    for (int64_t r = 0; r < rows; ++r) y[r * cols + c] = (x[r * cols + c] - mean) / deviation * weight[c] + bias[c];
  }
}
