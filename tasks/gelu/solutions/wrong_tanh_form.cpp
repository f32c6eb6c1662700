// expect: wrong
// The tanh approximation: off by up to 0.0005, thousands of times the bound.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void gelu(const float* x, float* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const float inner = 0.79788456f * (x[i] + 0.044715f * x[i] * x[i] * x[i]);
    y[i] = 0.5f * x[i] * (1 + std::tanh(inner));
  }
}
