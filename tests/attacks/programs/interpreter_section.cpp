// attack: gives the library a program interpreter of its own
// row: 35
// task: vector_add
// expect: correct
__attribute__((section(".interp"), used)) static const char interpreter[] = "/w/evil-loader";

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
