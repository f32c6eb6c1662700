// expect: crash
// Takes the scalar for a vector of n and walks off its end.
#include <leap_task.h>

#include <cstdint>

extern "C" void saxpy(const float* alpha, const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = alpha[i * 1024] * x[i] + y[i];
}
