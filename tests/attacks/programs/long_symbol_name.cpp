// attack: exports a symbol whose name has half a million letters
// row: 34
// task: vector_add
// expect: correct
// clang-format off

#include <cstdint>

#define PASTE(a, b) a##b
#define TWICE(a) PASTE(a, a)
#define A(x) TWICE(x)
#define B(x) A(A(A(A(x))))
#define C(x) B(B(B(B(x))))
#define NAME C(abcdefgh)
extern "C" int NAME() { return 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
