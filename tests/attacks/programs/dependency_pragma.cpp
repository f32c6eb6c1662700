// attack: asks the preprocessor for the age of a secret file
// row: 31
// task: vector_add
// expect: compile_error
#pragma GCC dependency "/etc/shadow" is newer

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
