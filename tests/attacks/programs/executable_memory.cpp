// attack: maps executable memory in the call, to run code that nobody compiled
// row: 27
// task: vector_add
// expect: crash
// says: mmap
#include <sys/mman.h>

#include <cstdint>

static bool attempt() {
  return mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
