// attack: leaves by exit(0) while the library is mapped
// row: 25
// task: vector_add
// expect: crash
#include <unistd.h>

#include <cstdint>

__attribute__((constructor)) static void attempt() { _exit(0); }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
