// expect: wrong
// Forgets the division, so the rows do not sum to 1.
#include <leap_task.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

extern "C" void row_softmax(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    const float* in = x + r * cols;
    const float largest = *std::max_element(in, in + cols);
    for (int64_t c = 0; c < cols; ++c) y[r * cols + c] = std::exp(in[c] - largest);
  }
}
