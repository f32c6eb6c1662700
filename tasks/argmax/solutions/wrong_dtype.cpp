// expect: wrong
// Writes 32-bit positions where 64-bit ones are asked for, so two share one element.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>

extern "C" void argmax(const float* x, int64_t* index, int64_t rows, int64_t cols) {
  int32_t* narrow = reinterpret_cast<int32_t*>(index);
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = x + r * cols;
    narrow[r] = static_cast<int32_t>(std::max_element(row, row + cols) - row);
  }
}
