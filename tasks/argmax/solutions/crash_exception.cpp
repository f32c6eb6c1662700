// expect: crash
// Lets an exception escape: at() refuses the position one past the end of the row.
#include <leap_task.h>

#include <cstddef>
#include <cstdint>
#include <vector>

extern "C" void argmax(const float* x, int64_t* index, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    const std::vector<float> row(x + r * cols, x + (r + 1) * cols);
    std::size_t best = 0;
    for (std::size_t c = 1; c <= row.size(); ++c) {
      if (row.at(c) > row.at(best)) best = c;
    }
    index[r] = static_cast<int64_t>(best);
  }
}
