// attack: prints diagnostics in the compiler's format, of the wrong types
// row: 33
// task: vector_add
// expect: correct
asm(".print \"[{\\\"kind\\\":7,\\\"message\\\":[],\\\"locations\\\":\\\"x\\\"},null,1]\"");

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
