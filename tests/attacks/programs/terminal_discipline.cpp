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

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
