// expect: wrong
// Answers 1 / cols everywhere: it sums to 1 and looks plausible, but does not depend on the input.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>

extern "C" void row_softmax(const float*, float* y, int64_t rows, int64_t cols) {
  std::fill(y, y + rows * cols, 1.0f / static_cast<float>(cols));
}
