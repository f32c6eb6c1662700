// expect: correct
// Finds the largest value with vector maxima, then looks for where it stands.
#include <leap_task.h>

#include <cstdint>
#include <cstring>

namespace {

using Vec = float __attribute__((vector_size(32)));

Vec load(const float* p) {
  Vec v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

// Carrying the position along makes every step depend on the one before. The value alone is a plain maximum: 32
// elements in four instructions, in any order.
float largest_of(const float* row, int64_t cols) {
  float largest = row[0];
  int64_t c = 0;
  if (cols >= 32) {
    Vec best[4];
    for (int i = 0; i < 4; ++i) best[i] = load(row + 8 * i);
    for (c = 32; c + 32 <= cols; c += 32) {
      for (int i = 0; i < 4; ++i) {
        const Vec v = load(row + c + 8 * i);
        best[i] = v > best[i] ? v : best[i];
      }
    }
    for (const Vec& v : best) {
      for (int lane = 0; lane < 8; ++lane) largest = v[lane] > largest ? v[lane] : largest;
    }
  }
  for (; c < cols; ++c) largest = row[c] > largest ? row[c] : largest;
  return largest;
}

// Skips 16 elements at a time: whether any of them is equal needs no position and vectorises.
int64_t first_equal(const float* row, float value) {
  int64_t c = 0;
  for (;; ++c) {
    if (row[c] == value) return c;
  }
}

int64_t block_with(const float* row, int64_t cols, float value) {
  int64_t c = 0;
  for (; c + 16 <= cols; c += 16) {
    int hits = 0;
    for (int i = 0; i < 16; ++i) hits |= row[c + i] == value;
    if (hits) break;
  }
  return c;
}

}  // namespace

extern "C" void argmax(const float* x, int64_t* index, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = x + r * cols;
    const float largest = largest_of(row, cols);
    const int64_t start = block_with(row, cols, largest);
    index[r] = start + first_equal(row + start, largest);
  }
}
