// attack: pastes into a Linux console
// row: 13
// task: vector_add
// expect: crash
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  char command = 3;
  return syscall(SYS_ioctl, 1, TIOCLINUX, &command) >= 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
