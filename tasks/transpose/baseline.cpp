// Writes the output in its order and reads down columns: each read touches another cache line.
#include <leap_task.h>

#include <cstdint>

extern "C" void transpose(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t c = 0; c < cols; ++c) {
    for (int64_t r = 0; r < rows; ++r) y[c * rows + r] = x[r * cols + c];
  }
}
