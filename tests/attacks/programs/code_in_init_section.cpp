// attack: puts instructions into the .init section, outside of any function
// row: 27
// task: vector_add
// expect: crash
#include <cstdint>

asm(".pushsection .init, \"ax\"\n ud2\n .popsection");

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
