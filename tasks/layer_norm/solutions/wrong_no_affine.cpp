// expect: wrong
// Leaves out weight and bias: right only where they are 1 and 0, their usual starting values.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void layer_norm(const float* x, const float*, const float*, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    float mean = 0, squares = 0;
    for (int64_t c = 0; c < cols; ++c) mean += x[r * cols + c] / static_cast<float>(cols);
    for (int64_t c = 0; c < cols; ++c) squares += (x[r * cols + c] - mean) * (x[r * cols + c] - mean);
    const float deviation = std::sqrt(squares / static_cast<float>(cols) + 1e-5f);
    for (int64_t c = 0; c < cols; ++c) y[r * cols + c] = (x[r * cols + c] - mean) / deviation;
  }
}
