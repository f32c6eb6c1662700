// attack: closes every descriptor, then does its work
// row: 26
// task: vector_add
// expect: correct
#include <unistd.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int fd = 0; fd < 1024; ++fd) close(fd);
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
