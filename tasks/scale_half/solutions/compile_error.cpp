// expect: compile_error
// Uses half, a type that CUDA has and C++20 has not.
#include <leap_task.h>

#include <cstdint>

extern "C" void scale_half(const float* factor, const half* x, half* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = static_cast<half>(*factor * static_cast<float>(x[i]));
}
