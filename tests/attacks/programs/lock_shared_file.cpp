// attack: locks a library that other jails share, as a channel to them
// row: 21
// task: vector_add
// expect: crash
#include <fcntl.h>
#include <sys/file.h>

#include <cstdint>

static bool escaped = false;

__attribute__((constructor)) static void attempt() {
  const int library = open("/lib/x86_64-linux-gnu/libc.so.6", O_RDONLY);
  escaped = library < 0 || flock(library, LOCK_SH) >= 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
