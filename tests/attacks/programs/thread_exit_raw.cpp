// attack: ends its only thread by the raw system call
// row: 25
// task: vector_add
// expect: crash
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) { syscall(SYS_exit, 0); }
