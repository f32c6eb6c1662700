// attack: nests two thousand parentheses, to overflow the parser's stack
// row: 34
// task: vector_add
// expect: compile_error
// clang-format off

#define A (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((
#define B A A A A A A A A A A A A A A A A A A A A
int deep = B 1;

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
