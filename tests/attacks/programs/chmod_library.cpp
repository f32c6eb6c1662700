// attack: changes the mode of a system library
// row: 8
// task: vector_add
// expect: crash
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  return syscall(SYS_chmod, "/lib/x86_64-linux-gnu/libc.so.6", 0777) >= 0;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
