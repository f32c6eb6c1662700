// attack: makes data executable in the call
// row: 27
// task: vector_add
// expect: crash
#include <sys/mman.h>

#include <cstdint>

static bool attempt() {
  static char code[8192];
  const auto page = (reinterpret_cast<uintptr_t>(code) + 4095) & ~uintptr_t{4095};
  return mprotect(reinterpret_cast<void*>(page), 4096, PROT_READ | PROT_EXEC) == 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
