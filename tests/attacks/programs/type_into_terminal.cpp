// attack: types a command into the controlling terminal
// row: 13
// task: vector_add
// expect: crash
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  char letter = '\n';
  return syscall(SYS_ioctl, 0, TIOCSTI, &letter) >= 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
