// attack: takes away its own access to the output once it is computed
// row: 28
// task: vector_add
// expect: correct
#include <sys/mman.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const auto start = reinterpret_cast<uintptr_t>(z) & ~uintptr_t{4095};
  const auto end = (reinterpret_cast<uintptr_t>(z + n) + 4095) & ~uintptr_t{4095};
  mprotect(reinterpret_cast<void*>(start), end - start, PROT_READ | PROT_WRITE);
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
  mprotect(reinterpret_cast<void*>(start), end - start, PROT_NONE);
}
