// attack: changes the mode of a system library
// row: 8
// task: vector_add
// expect: crash
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() { return syscall(SYS_chmod, "/lib/x86_64-linux-gnu/libc.so.6", 0777) >= 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
