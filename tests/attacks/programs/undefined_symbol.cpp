// attack: calls a function that is nowhere defined
// row: 35
// task: vector_add
// expect: compile_error
extern "C" void nowhere();
__attribute__((constructor)) static void call() { nowhere(); }

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
