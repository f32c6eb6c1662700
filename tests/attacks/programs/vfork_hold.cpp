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

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
