// expect: wrong
// Handles whole groups of sixteen elements and forgets the rest.
#include <leap_task.h>

#include <cstdint>

extern "C" void relu(const float* x, float* y, int64_t rows, int64_t cols) {
  const int64_t whole = rows * cols / 16 * 16;
  for (int64_t i = 0; i < whole; ++i) y[i] = x[i] > 0 ? x[i] : 0;
}
