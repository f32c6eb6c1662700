// attack: assembles a secret, so that the assembler quotes it in its errors
// row: 33
// task: vector_add
// expect: compile_error
// never_says: root:x:0
asm(".include \"/etc/passwd\"");

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
