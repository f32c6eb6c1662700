// expect: correct
// std::inner_product in double, starting from the bias.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>
#include <numeric>

extern "C" void matmul_bias_relu(const float* x, const float* weight, const float* bias, float* y, int64_t m, int64_t n,
                                 int64_t k) {
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      const double sum = std::inner_product(x + i * k, x + (i + 1) * k, weight + j * k, static_cast<double>(bias[j]));
      y[i * n + j] = static_cast<float>(std::max(sum, 0.0));
    }
  }
}
