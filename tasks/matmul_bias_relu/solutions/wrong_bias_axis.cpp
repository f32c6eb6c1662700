// expect: wrong
// Takes the bias by sample instead of by output.
#include <leap_task.h>

#include <cstdint>

extern "C" void matmul_bias_relu(const float* x, const float* weight, const float* bias, float* y, int64_t m, int64_t n,
                                 int64_t k) {
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      float sum = bias[i % n];
      for (int64_t p = 0; p < k; ++p) sum += x[i * k + p] * weight[j * k + p];
      y[i * n + j] = sum > 0 ? sum : 0;
    }
  }
}
