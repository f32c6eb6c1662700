// expect: correct
// Works in tiles of 8 x 8 that are turned in registers, so whole cache-line pieces are read and written.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace {

using Vec = float __attribute__((vector_size(32)));
using Int = int32_t __attribute__((vector_size(32)));

// Three rounds of interleaving rows at distance 4, 2 and 1 exchange the three bits of the row number with those of the
// column number: 24 shuffles instead of 64 single stores.
void tile_8x8(const float* x, float* y, int64_t rows, int64_t cols) {
  Vec v[8], w[8];
  for (int i = 0; i < 8; ++i) std::memcpy(&v[i], x + i * cols, sizeof v[i]);
  const Int low = {0, 8, 1, 9, 4, 12, 5, 13}, high = {2, 10, 3, 11, 6, 14, 7, 15};
  for (int i = 0; i < 8; i += 2) {
    w[i] = __builtin_shuffle(v[i], v[i + 1], low);
    w[i + 1] = __builtin_shuffle(v[i], v[i + 1], high);
  }
  const Int left = {0, 1, 8, 9, 4, 5, 12, 13}, right = {2, 3, 10, 11, 6, 7, 14, 15};
  for (int i = 0; i < 8; i += 4) {
    v[i] = __builtin_shuffle(w[i], w[i + 2], left);
    v[i + 1] = __builtin_shuffle(w[i], w[i + 2], right);
    v[i + 2] = __builtin_shuffle(w[i + 1], w[i + 3], left);
    v[i + 3] = __builtin_shuffle(w[i + 1], w[i + 3], right);
  }
  const Int lower = {0, 1, 2, 3, 8, 9, 10, 11}, upper = {4, 5, 6, 7, 12, 13, 14, 15};
  for (int i = 0; i < 4; ++i) {
    w[i] = __builtin_shuffle(v[i], v[i + 4], lower);
    w[i + 4] = __builtin_shuffle(v[i], v[i + 4], upper);
  }
  for (int i = 0; i < 8; ++i) std::memcpy(y + i * rows, &w[i], sizeof w[i]);
}

void plain(const float* x, float* y, int64_t rows, int64_t cols, int64_t height, int64_t width) {
  for (int64_t c = 0; c < width; ++c) {
    for (int64_t r = 0; r < height; ++r) y[c * rows + r] = x[r * cols + c];
  }
}

}  // namespace

extern "C" void transpose(const float* x, float* y, int64_t rows, int64_t cols) {
  // 32 rows by 32 columns at a time: 4 KiB on each side, which stays in the first-level cache and in few pages.
  constexpr int64_t kBlock = 32;
  const int64_t whole_rows = rows / 8 * 8, whole_cols = cols / 8 * 8;
  for (int64_t r0 = 0; r0 < whole_rows; r0 += kBlock) {
    for (int64_t c0 = 0; c0 < whole_cols; c0 += kBlock) {
      for (int64_t c = c0; c < std::min(c0 + kBlock, whole_cols); c += 8) {
        for (int64_t r = r0; r < std::min(r0 + kBlock, whole_rows); r += 8) {
          tile_8x8(x + r * cols + c, y + c * rows + r, rows, cols);
        }
      }
    }
  }
  plain(x + whole_cols, y + whole_cols * rows, rows, cols, rows, cols - whole_cols);
  plain(x + whole_rows * cols, y + whole_rows, rows, cols, rows - whole_rows, whole_cols);
}
