// attack: waits on a futex that nobody wakes
// row: 23
// task: vector_add
// expect: timeout
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static uint32_t word = 0;
  for (;;) syscall(SYS_futex, &word, FUTEX_WAIT, 0, nullptr, nullptr, 0);
}
