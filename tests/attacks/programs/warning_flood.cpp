// attack: is right, but has the compiler print megabytes of warnings
// row: 34
// task: vector_add
// expect: compile_error
// clang-format off

#if __INCLUDE_LEVEL__ < 13
#include __FILE__
#include __FILE__
#endif
#warning "every message has a long tail, so that the flood is also a wide one ......................................."
#if __INCLUDE_LEVEL__ == 0
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
#endif
