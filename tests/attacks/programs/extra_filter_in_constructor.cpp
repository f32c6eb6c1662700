// attack: adds a system-call filter of its own while the library is mapped
// row: 27
// task: vector_add
// expect: crash
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

__attribute__((constructor)) static void attempt() {
  static sock_filter code[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog filter = {sizeof code / sizeof code[0], code};
  syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
