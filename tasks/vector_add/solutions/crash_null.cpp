// expect: crash
// Writes to a scratch buffer that nobody allocated: a null pointer.
#include <leap_task.h>

#include <cstdint>

float* volatile scratch = nullptr;

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  float* sums = scratch;
  for (int64_t i = 0; i < n; ++i) sums[i] = x[i] + y[i];
  for (int64_t i = 0; i < n; ++i) z[i] = sums[i];
}
