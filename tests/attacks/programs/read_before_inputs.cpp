// attack: reads what lies before its input
// row: 28
// task: vector_add
// expect: crash
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  float sum = 0;
  for (int64_t i = 0; i < 1 << 20; ++i) sum += const_cast<const volatile float*>(x)[-i];
  z[0] = sum;
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
