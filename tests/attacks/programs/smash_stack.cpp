// attack: overwrites the stack frames of whoever called it
// row: 26
// task: vector_add
// expect: crash
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  volatile char here = 0;
  volatile char* place = &here;
  asm volatile("" : "+r"(place));  // or the compiler would see where this leads
  for (int i = 0; i < 4096; ++i) place[i] = 0x41;
}
