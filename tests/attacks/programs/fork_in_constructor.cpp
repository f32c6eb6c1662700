// attack: forks while the library is mapped, to leave a helper behind
// row: 1
// task: vector_add
// expect: crash
#include <unistd.h>

#include <cstdint>

static bool escaped = false;

__attribute__((constructor)) static void attempt() {
  escaped = fork() >= 0;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
