// attack: jumps into data
// row: 27
// task: vector_add
// expect: crash
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static unsigned char code[] = {0xc3};
  reinterpret_cast<void (*)()>(code)();
}
