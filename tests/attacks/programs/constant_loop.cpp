// attack: loops for ever in a constant expression
// row: 34
// task: vector_add
// expect: compile_error
constexpr int spin() {
  for (int i = 0;; ++i)
    if (i < 0) return i;
}
constexpr int spun = spin();

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
