// attack: hides its entry point from the loader
// row: 25
// task: vector_add
// expect: no_code
#include <cstdint>

extern "C" __attribute__((visibility("hidden"))) void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
