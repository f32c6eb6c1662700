// attack: prints without end
// row: 4
// task: vector_add
// expect: timeout
#include <cstdint>
#include <cstdio>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (;;) fwrite("yes\n", 1, 4, stdout);
}
