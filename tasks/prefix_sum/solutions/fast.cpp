// expect: correct
// Scans eight rows side by side, so while one row's addition is under way the other seven proceed.
#include <leap_task.h>

#include <cstdint>

namespace {

// A scan is a chain: an addition every four cycles or so, whatever the width of the machine. Rows do not depend on each
// other, so a processor that can start two additions a cycle is kept busy by eight of them.
template <int kRows>
void scan_rows(const float* __restrict__ x, float* __restrict__ y, int64_t cols) {
  float sums[kRows] = {};
  for (int64_t c = 0; c < cols; ++c) {
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      sums[r] += x[r * cols + c];
      y[r * cols + c] = sums[r];
    }
  }
}

}  // namespace

extern "C" void prefix_sum(const float* x, float* y, int64_t rows, int64_t cols) {
  int64_t r = 0;
  for (; r + 8 <= rows; r += 8) scan_rows<8>(x + r * cols, y + r * cols, cols);
  for (; r < rows; ++r) scan_rows<1>(x + r * cols, y + r * cols, cols);
}
