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

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
