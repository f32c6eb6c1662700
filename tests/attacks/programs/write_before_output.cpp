// attack: writes the element before its output
// row: 28
// task: vector_add
// expect: wrong
// says: written before its start
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  z[-1] = 1;
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
