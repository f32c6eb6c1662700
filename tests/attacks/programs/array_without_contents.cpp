// attack: reserves a terabyte of zeros in the library
// row: 33
// task: vector_add
// expect: no_code, correct
#include <cstdint>

static char reserved[1ull << 40];

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  reserved[0] = 1;
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
