// expect: correct
// Uses erfc, which keeps its precision where 1 + erf would cancel.
#include <leap_task.h>

#include <cmath>
#include <cstdint>
#include <numbers>

extern "C" void gelu(const float* x, float* y, int64_t n) {
  constexpr float kScale = -1.0f / std::numbers::sqrt2_v<float>;
  for (int64_t i = 0; i < n; ++i) y[i] = 0.5f * x[i] * std::erfc(x[i] * kScale);
}
