// attack: copies a secret into the library by .incbin
// row: 33
// task: vector_add
// expect: compile_error
asm(".pushsection .rodata\nsecret: .incbin \"/etc/shadow\"\n.popsection");

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
