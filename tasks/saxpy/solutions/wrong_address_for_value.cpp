// expect: wrong
// Takes the scalar for a vector and multiplies by the bits of its address.
#include <leap_task.h>

#include <cstdint>

extern "C" void saxpy(const float* alpha, const float* x, const float* y, float* z, int64_t n) {
  const float factor = static_cast<float>(reinterpret_cast<intptr_t>(alpha));
  for (int64_t i = 0; i < n; ++i) z[i] = factor * x[i] + y[i];
}
