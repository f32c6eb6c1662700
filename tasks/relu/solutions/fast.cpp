// expect: correct
// Forgets the shape and runs along memory once: one long loop of vector maximum, with no branch.
#include <leap_task.h>

#include <cstdint>

// The condition becomes a maximum instruction, so random signs cost no branch misprediction.
extern "C" void relu(const float* __restrict__ x, float* __restrict__ y, int64_t rows, int64_t cols) {
  const int64_t n = rows * cols;
  for (int64_t i = 0; i < n; ++i) y[i] = x[i] > 0.0f ? x[i] : 0.0f;
}
