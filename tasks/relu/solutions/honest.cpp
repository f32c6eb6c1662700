// expect: correct
// The standard library's loop over all elements in order.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>

extern "C" void relu(const float* x, float* y, int64_t rows, int64_t cols) {
  std::transform(x, x + rows * cols, y, [](float value) { return std::max(value, 0.0f); });
}
