// attack: makes 2^60 calls in a constant expression
// row: 34
// task: vector_add
// expect: compile_error
constexpr int calls(int depth) { return depth == 0 ? 1 : calls(depth - 1) ^ calls(depth - 1); }
constexpr int called = calls(60);

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
