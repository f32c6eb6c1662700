// expect: correct
// In double, with the exponentials kept in the output between the two passes.
#include <leap_task.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

extern "C" void row_softmax(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    const float* in = x + r * cols;
    float* out = y + r * cols;
    const double largest = *std::max_element(in, in + cols);
    double sum = 0;
    for (int64_t c = 0; c < cols; ++c) {
      const double e = std::exp(in[c] - largest);
      out[c] = static_cast<float>(e);
      sum += e;
    }
    for (int64_t c = 0; c < cols; ++c) out[c] = static_cast<float>(out[c] / sum);
  }
}
