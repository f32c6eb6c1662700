// attack: writes the memory of pid 1
// row: 9
// task: vector_add
// expect: crash
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  char byte = 0;
  iovec here = {&byte, 1}, there = {reinterpret_cast<void*>(0x400000), 1};
  return syscall(SYS_process_vm_writev, 1, &here, 1, &there, 1, 0) >= 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
