// attack: reads the memory of pid 1
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
  return syscall(SYS_process_vm_readv, 1, &here, 1, &there, 1, 0) >= 0;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
