// attack: concatenates a string of 10 GB
// row: 34
// task: vector_add
// expect: memory_limit, timeout
// clang-format off

#define A "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
#define E D D D D D D D D D D
#define F E E E E E E E E E E
#define G F F F F F F F F F F
#define H G G G G G G G G G G
#define I H H H H H H H H H H
const char* bomb = I;

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
