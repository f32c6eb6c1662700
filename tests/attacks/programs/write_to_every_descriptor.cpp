// attack: writes a forged result to every descriptor, and computes nothing
// row: 26
// task: vector_add
// expect: wrong
#include <unistd.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static const char result[] = "PAEL\x01\x00\x00\x00{\"verdict\":\"correct\"}\n";
  for (int fd = 0; fd < 1024; ++fd) (void)!write(fd, result, sizeof result - 1);
}
