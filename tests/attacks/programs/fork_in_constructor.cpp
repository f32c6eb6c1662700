// attack: forks while the library is mapped, to leave a process behind
// row: 1
// task: vector_add
// expect: crash
#include <unistd.h>

#include <cstdint>

static bool escaped = false;

__attribute__((constructor)) static void attempt() { escaped = fork() >= 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
