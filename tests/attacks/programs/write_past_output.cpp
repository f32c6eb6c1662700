// attack: writes on behind its output
// row: 28
// task: vector_add
// expect: crash
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n + 2048; ++i) z[i] = 0;
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
