// attack: holds the parent still by a vfork child that never ends
// row: 23
// task: vector_add
// expect: crash
#include <sys/types.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  const pid_t child = vfork();
  if (child == 0) {
    for (;;) pause();
  }
  return child > 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
