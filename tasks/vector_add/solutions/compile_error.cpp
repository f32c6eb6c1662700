// expect: compile_error
// The sum is spelled with a name that does not exist.
#include <leap_task.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + w[i];
}
