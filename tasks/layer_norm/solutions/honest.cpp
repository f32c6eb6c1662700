// expect: correct
// The same three passes with the sums in double.
#include <leap_task.h>

#include <cmath>
#include <cstdint>
#include <numeric>

extern "C" void layer_norm(const float* x, const float* weight, const float* bias, float* y, int64_t rows,
                           int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    const float* in = x + r * cols;
    float* out = y + r * cols;
    const double mean = std::accumulate(in, in + cols, 0.0) / static_cast<double>(cols);
    const double squares = std::accumulate(
        in, in + cols, 0.0, [mean](double sum, float value) { return sum + (value - mean) * (value - mean); });
    const double scale = 1 / std::sqrt(squares / static_cast<double>(cols) + 1e-5);
    for (int64_t c = 0; c < cols; ++c) out[c] = static_cast<float>((in[c] - mean) * scale * weight[c] + bias[c]);
  }
}
