// attack: returns zeros where every right value is small
// row: B22
// task: row_softmax
// expect: wrong
#include <cstdint>

extern "C" void row_softmax(const float*, float* y, int64_t rows, int64_t cols) {
  for (int64_t i = 0; i < rows * cols; ++i) y[i] = 0;
}
