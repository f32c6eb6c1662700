// attack: makes data executable by the call that takes protection keys
// row: 27
// task: vector_add
// expect: crash
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() { return syscall(SYS_pkey_mprotect, 0x10'0000'0000, 4096, PROT_READ | PROT_EXEC, -1) >= 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
