// attack: leaves a symbolic link to a secret while the library is mapped
// row: 6
// task: vector_add
// expect: crash
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

static bool escaped = false;

__attribute__((constructor)) static void attempt() {
  escaped = syscall(SYS_symlinkat, "/etc/shadow", AT_FDCWD, "/w/out") >= 0;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
