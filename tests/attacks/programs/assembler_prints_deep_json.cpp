// attack: prints JSON nested 65,536 deep where the compiler's JSON is read
// row: 33
// task: vector_add
// expect: correct
// clang-format off

#define A "[[[[[[[[[[[[[[[["
#define B A A A A A A A A A A A A A A A A
#define C B B B B B B B B B B B B B B B B
#define D C C C C C C C C C C C C C C C C
asm(".print \"" D "\"");

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
