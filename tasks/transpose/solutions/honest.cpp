// expect: correct
// Reads the input in its order and scatters each row into a column of the output.
#include <leap_task.h>

#include <cstdint>

extern "C" void transpose(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    float* column = y + r;
    for (int64_t c = 0; c < cols; ++c, column += rows) *column = *x++;
  }
}
