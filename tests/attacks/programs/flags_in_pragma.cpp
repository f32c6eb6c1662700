// attack: asks for a compiler plug-in in an optimisation pragma
// row: 35
// task: vector_add
// expect: correct
#pragma GCC optimize("-fplugin=/w/evil.so")

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
