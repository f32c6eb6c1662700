// attack: takes a lease on a library that other jails share
// row: 21
// task: vector_add
// expect: crash
#include <fcntl.h>

#include <cstdint>

static bool escaped = false;

__attribute__((constructor)) static void attempt() {
  const int library = open("/lib/x86_64-linux-gnu/libc.so.6", O_RDONLY);
  escaped = library < 0 || fcntl(library, F_SETLEASE, F_RDLCK) >= 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
