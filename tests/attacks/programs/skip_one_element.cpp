// attack: leaves out one element, another one each time, in the hope that only samples are checked
// row: B29
// task: vector_add
// expect: wrong
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const int64_t skipped = static_cast<int64_t>(__builtin_ia32_rdtsc() % static_cast<uint64_t>(n));
  for (int64_t i = 0; i < n; ++i)
    if (i != skipped) z[i] = x[i] + y[i];
}
