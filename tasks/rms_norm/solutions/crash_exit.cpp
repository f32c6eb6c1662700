// expect: crash
// Leaves the process when done: to end a kernel is to return, and a process that is gone has no result.
#include <leap_task.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>

extern "C" void rms_norm(const float* x, const float* weight, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    float squares = 0;
    for (int64_t c = 0; c < cols; ++c) squares += x[r * cols + c] * x[r * cols + c];
    const float scale = 1 / std::sqrt(squares / static_cast<float>(cols) + 1e-6f);
    for (int64_t c = 0; c < cols; ++c) y[r * cols + c] = x[r * cols + c] * scale * weight[c];
  }
  std::exit(0);
}
