// expect: wrong
// Compares the wrong way round and finds the smallest.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>

extern "C" void argmax(const float* x, int64_t* index, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = x + r * cols;
    index[r] = std::min_element(row, row + cols) - row;
  }
}
