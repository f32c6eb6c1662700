// attack: hides a namespace flag among the flags of a declared thread
// row: 17
// task: vector_add
// expect: crash
// threads: 4
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  return syscall(SYS_clone, CLONE_VM | CLONE_THREAD | CLONE_SIGHAND | CLONE_NEWUSER, 0, 0, 0, 0) >= 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
