// expect: correct
// The standard library's element-wise loop.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>
#include <functional>

extern "C" void greater(const float* x, const float* y, bool* z, int64_t n) {
  std::transform(x, x + n, y, z, std::greater<>());
}
