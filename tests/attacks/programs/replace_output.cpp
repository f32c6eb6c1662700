// attack: maps private memory over its output, so that the judge sees none of it
// row: 28
// task: vector_add
// expect: wrong
#include <sys/mman.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const auto start = reinterpret_cast<uintptr_t>(z) & ~uintptr_t{4095};
  const auto end = (reinterpret_cast<uintptr_t>(z + n) + 4095) & ~uintptr_t{4095};
  mmap(reinterpret_cast<void*>(start), end - start, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
       0);
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
