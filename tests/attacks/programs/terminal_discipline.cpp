// attack: loads a line discipline into the kernel
// row: 13
// task: vector_add
// expect: crash
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  int discipline = 13;
  return syscall(SYS_ioctl, 0, TIOCSETD, &discipline) >= 0;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
