// attack: opens what a process file system would show of us and of pid 1: there is none
// row: 10
// task: vector_add
// expect: correct
#include <fcntl.h>

#include <cstdint>

static bool escaped = false;

__attribute__((constructor)) static void attempt() {
  for (const char* path : {"/proc", "/proc/1/environ", "/proc/1/mem", "/proc/1/fd", "/proc/1/root", "/proc/self/environ",
                           "/proc/self/maps", "/proc/self/mem", "/proc/self/fd/3", "/proc/sys/kernel/hostname"})
    escaped |= open(path, O_RDONLY) >= 0;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
