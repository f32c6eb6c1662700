// attack: opens secrets while the library is mapped, when the loader may still open: none is there
// row: 5
// task: vector_add
// expect: correct
#include <fcntl.h>

#include <cstdint>
#include <initializer_list>

static bool escaped = false;

__attribute__((constructor)) static void attempt() {
  for (const char* path : {"/etc/shadow",
                           "/etc/passwd",
                           "/etc/hostname",
                           "/etc/machine-id",
                           "/root",
                           "/home",
                           "/var",
                           "/run",
                           "/boot",
                           "/tmp/../etc/shadow",
                           "../../../../etc/passwd",
                           "/w/../root/.ssh/id_rsa",
                           "/dev/mem",
                           "/dev/kmsg",
                           "/dev/sda",
                           "/dev/vda",
                           "/dev/pts/0",
                           "/dev/tty",
                           "/sys/kernel",
                           "/sys/fs/cgroup"})
    escaped |= open(path, O_RDONLY | O_NONBLOCK) >= 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
