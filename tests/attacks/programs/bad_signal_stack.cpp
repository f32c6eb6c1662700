// attack: gives the runner's handlers a stack that isn't there, then makes a forbidden call
// row: 27
// task: vector_add
// expect: crash
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  stack_t nowhere = {};
  nowhere.ss_sp = reinterpret_cast<void*>(0x1000);
  nowhere.ss_size = 1 << 16;
  sigaltstack(&nowhere, nullptr);
  return syscall(SYS_ptrace, 0, 0, 0, 0) >= 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
