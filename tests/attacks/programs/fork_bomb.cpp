// attack: forks without end in the call
// row: 1
// task: vector_add
// expect: crash
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  while (fork() >= 0) {
  }
  return false;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
