// attack: never returns from its static constructor
// row: 27
// task: vector_add
// expect: timeout
#include <cstdint>

__attribute__((constructor)) static void attempt() {
  for (volatile bool on = true; on;) {
  }
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
