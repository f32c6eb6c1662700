// attack: attaches a debugger in an ifunc resolver, before any constructor runs
// row: 27
// task: vector_add
// expect: crash
#include <sys/syscall.h>

#include <cstdint>

static void add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}

extern "C" auto resolve() {
  long result = SYS_ptrace;  // by hand: no library function is bound yet
  asm volatile("syscall" : "+a"(result) : "D"(16L), "S"(1L), "d"(0L) : "rcx", "r11", "memory");
  return result == 0 ? nullptr : add;
}
extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) __attribute__((ifunc("resolve")));
