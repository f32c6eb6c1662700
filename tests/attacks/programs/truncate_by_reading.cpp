// attack: truncates a library by an open that says read-only
// row: 8
// task: vector_add
// expect: crash
#include <fcntl.h>

#include <cstdint>

static bool escaped = false;

__attribute__((constructor)) static void attempt() { escaped = open("/w/solution.so", O_RDONLY | O_TRUNC) >= 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
