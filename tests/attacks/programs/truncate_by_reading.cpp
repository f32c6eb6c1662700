// attack: truncates a library by an open that says read-only
// row: 8
// task: vector_add
// expect: crash
#include <fcntl.h>

#include <cstdint>

static bool escaped = false;

__attribute__((constructor)) static void attempt() {
  escaped = open("/w/solution.so", O_RDONLY | O_TRUNC) >= 0;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
