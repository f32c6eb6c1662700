// attack: leaves a symbolic link to a secret where our side might collect a file
// row: 6
// task: vector_add
// expect: crash
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() { return syscall(SYS_symlink, "/etc/shadow", "/w/out") >= 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
