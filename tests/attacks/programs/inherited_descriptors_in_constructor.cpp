// attack: looks for descriptors while the library is mapped
// row: 12
// task: vector_add
// expect: correct
#include <unistd.h>

#include <cerrno>
#include <cstdint>

static bool found = false;

__attribute__((constructor)) static void attempt() {
  for (int fd = 3; fd < 1024; ++fd) found |= lseek(fd, 0, SEEK_CUR) >= 0 || errno != EBADF;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = found ? -1.0f : x[i] + y[i];
}
