// attack: asks for an executable stack by an ELF note and runs code there
// row: 35
// task: vector_add
// expect: crash
#include <cstdint>

asm(".pushsection .note.GNU-stack, \"x\", @progbits\n.popsection");

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  unsigned char code[] = {0xf3, 0x0f, 0x58, 0xc1, 0xc3};  // addss xmm0, xmm1; ret
  auto* add = reinterpret_cast<float (*)(float, float)>(code);
  asm volatile("" : "+r"(add) : : "memory");
  for (int64_t i = 0; i < n; ++i) z[i] = add(x[i], y[i]) - 1.0f;  // wrong: nobody should get here
}
