// expect: correct
// The standard library's element-wise loop.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>
#include <functional>

extern "C" void vector_add_f64(const double* x, const double* y, double* z, int64_t n) {
  std::transform(x, x + n, y, z, std::plus<>());
}
