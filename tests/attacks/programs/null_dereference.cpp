// attack: writes to address zero
// row: 25
// task: vector_add
// expect: crash
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  *reinterpret_cast<volatile float*>(n & 0) = 1;
}
