// expect: wrong
// Divides by the root of the sum, not of the mean.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void rms_norm(const float* x, const float* weight, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    float squares = 0;
    for (int64_t c = 0; c < cols; ++c) squares += x[r * cols + c] * x[r * cols + c];
    for (int64_t c = 0; c < cols; ++c) y[r * cols + c] = x[r * cols + c] / std::sqrt(squares + 1e-6f) * weight[c];
  }
}
