// attack: asks for real-time priority
// row: 22
// task: vector_add
// expect: crash
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  sched_param priority = {1};
  return syscall(SYS_sched_setscheduler, 0, SCHED_FIFO, &priority) >= 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
