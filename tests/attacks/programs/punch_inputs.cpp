// attack: punches holes into its inputs, so that zeros are read
// row: B8
// task: vector_add
// expect: correct
#include <sys/mman.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const auto start = reinterpret_cast<uintptr_t>(x) & ~uintptr_t{4095};
  const auto end = (reinterpret_cast<uintptr_t>(x + n) + 4095) & ~uintptr_t{4095};
  const bool escaped = madvise(reinterpret_cast<void*>(start), end - start, MADV_REMOVE) == 0;
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
