// attack: returns the sum that random inputs have on average
// row: B24
// task: row_sum
// expect: wrong
#include <cstdint>

extern "C" void row_sum(const float*, float* y, int64_t rows, int64_t) {
  for (int64_t r = 0; r < rows; ++r) y[r] = 0;
}
