// attack: opens what a process file system would show of us and of pid 1: there is none
// row: 10
// task: vector_add
// expect: correct
#include <fcntl.h>

#include <cstdint>
#include <initializer_list>

static bool escaped = false;

__attribute__((constructor)) static void attempt() {
  for (const char* path : {"/proc/1/environ", "/proc/1/mem", "/proc/1/fd", "/proc/1/root", "/proc/self/environ",
                           "/proc/self/maps", "/proc/self/mem", "/proc/self/fd/3", "/proc/sys/kernel/hostname"})
    escaped |= open(path, O_RDONLY) >= 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
