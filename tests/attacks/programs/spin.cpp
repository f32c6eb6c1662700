// attack: spins for ever
// row: 23
// task: vector_add
// expect: timeout
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (volatile bool on = true; on;) {
  }
}
