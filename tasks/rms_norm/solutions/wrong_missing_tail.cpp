// expect: wrong
// The sum of squares leaves out the last cols % 8 columns.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void rms_norm(const float* x, const float* weight, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    float lanes[8] = {};
    for (int64_t c = 0; c + 8 <= cols; c += 8) {
      for (int lane = 0; lane < 8; ++lane) lanes[lane] += x[r * cols + c + lane] * x[r * cols + c + lane];
    }
    float squares = 0;
    for (const float lane : lanes) squares += lane;
    const float scale = 1 / std::sqrt(squares / static_cast<float>(cols) + 1e-6f);
    for (int64_t c = 0; c < cols; ++c) y[r * cols + c] = x[r * cols + c] * scale * weight[c];
  }
}
