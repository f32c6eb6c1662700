// attack: adds a filter by which the runner's last one only seems to be installed, then opens a file
// row: 27
// task: vector_add
// expect: crash
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

__attribute__((constructor)) static void attempt() {
  static sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 0),  // "it worked"
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter = {sizeof code / sizeof code[0], code};
  syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = open("/lib/x86_64-linux-gnu/libc.so.6", O_RDONLY) >= 0;
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
