// attack: recurses until its stack is full
// row: 2
// task: vector_add
// expect: crash
#include <cstdint>

static int descend(int depth) {
  if (depth < 0) return 0;
  volatile char frame[4096];
  frame[depth % 4096] = static_cast<char>(depth);
  return descend(depth + 1) + frame[depth % 4096];
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  z[0] = static_cast<float>(descend(1));
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
