// attack: leaves with the code by which a jail says that its set-up failed
// row: 25
// task: vector_add
// expect: crash
#include <unistd.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) { _exit(99); }
