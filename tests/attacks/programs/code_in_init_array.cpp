// attack: runs code from .init_array, before other constructors, and at exit
// row: 27
// task: vector_add
// expect: correct
#include <cstdint>
#include <cstdio>
#include <cstdlib>

static void print(int, char**, char**) { puts("before everyone"); }
static void at_exit() { puts("after everyone"); }

__attribute__((section(".init_array"), used)) static void (*const first)(int, char**, char**) = print;
__attribute__((constructor(101))) static void early() { atexit(at_exit); }
__attribute__((destructor)) static void late() { at_exit(); }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
