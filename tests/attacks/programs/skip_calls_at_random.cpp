// attack: skips one call in four, in the hope that only some are checked
// row: B12
// task: vector_add
// expect: wrong
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static uint64_t state = __builtin_ia32_rdtsc();
  state = state * 6364136223846793005u + 1442695040888963407u;
  if (state >> 62 == 0) return;
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
