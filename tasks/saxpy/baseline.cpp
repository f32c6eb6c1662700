// Divides the range in halves until one element is left: elegant, and a function call for every element.
#include <leap_task.h>

#include <cstdint>

namespace {

void range(const float* alpha, const float* x, const float* y, float* z, int64_t first, int64_t last) {
  if (last - first == 1) {
    z[first] = *alpha * x[first] + y[first];
    return;
  }
  const int64_t middle = first + (last - first) / 2;
  range(alpha, x, y, z, first, middle);
  range(alpha, x, y, z, middle, last);
}

}  // namespace

extern "C" void saxpy(const float* alpha, const float* x, const float* y, float* z, int64_t n) {
  range(alpha, x, y, z, 0, n);
}
