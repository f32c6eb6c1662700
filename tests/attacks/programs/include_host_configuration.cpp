// attack: includes the host's name
// row: 31
// task: vector_add
// expect: compile_error
// clang-format off
#include "/etc/hostname"

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
