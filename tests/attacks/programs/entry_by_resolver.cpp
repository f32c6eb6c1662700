// attack: makes its entry point an ifunc, whose resolver runs while symbols are looked up
// row: 27
// task: vector_add
// expect: correct
#include <cstdint>

static void add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}

extern "C" auto resolve() { return add; }
extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) __attribute__((ifunc("resolve")));
