// expect: wrong
// Never resets the sum of squares, so each row is scaled by all rows before it.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void rms_norm(const float* x, const float* weight, float* y, int64_t rows, int64_t cols) {
  float squares = 0;
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < cols; ++c) squares += x[r * cols + c] * x[r * cols + c];
    const float scale = 1 / std::sqrt(squares / static_cast<float>(cols) + 1e-6f);
    for (int64_t c = 0; c < cols; ++c) y[r * cols + c] = x[r * cols + c] * scale * weight[c];
  }
}
