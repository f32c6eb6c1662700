// attack: asks for loops to be unrolled 65,534 times, one in another
// row: 34
// task: vector_add
// expect: timeout, memory_limit
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
#pragma GCC unroll 65534
  for (int i = 0; i < 65534; ++i)
#pragma GCC unroll 65534
    for (int j = 0; j < 65534; ++j)
#pragma GCC unroll 65534
      for (int64_t k = 0; k < n; ++k) z[k] = x[k] + y[(k + i * j) % n];
}
