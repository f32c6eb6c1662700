// attack: arms an alarm that would interrupt the runner
// row: 29
// task: vector_add
// expect: crash
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  return syscall(SYS_alarm, 1) >= 0;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
