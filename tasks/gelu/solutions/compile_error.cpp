// expect: compile_error
// Passes the address of an element where erf takes a number.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void gelu(const float* x, float* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = 0.5f * x[i] * (1 + std::erf(x + i));
}
