// attack: divides by zero
// row: 25
// task: vector_add
// expect: crash
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  volatile int one = 1, zero = 0;
  z[0] = static_cast<float>(one / zero);
}
