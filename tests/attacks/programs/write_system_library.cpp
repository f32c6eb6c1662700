// attack: opens the C library for writing while the library is mapped
// row: 8
// task: vector_add
// expect: crash
#include <fcntl.h>

#include <cstdint>

static bool escaped = false;

__attribute__((constructor)) static void attempt() { escaped = open("/lib/x86_64-linux-gnu/libc.so.6", O_WRONLY) >= 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
