// expect: correct
// Holds a block of 4 x 16 results in registers while k goes by, so each value loaded is used four or sixteen times.
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

void store(float* p, Vec v) { std::memcpy(p, &v, sizeof v); }

// c[0..3][0..15] = a[0..3][:] b[:][0..15]. Eight accumulators, two loads of b and four broadcasts of a feed eight
// multiply-adds a step: the plain loop needs a load of each operand for one, and waits for its own sum.
void block_4x16(const float* a, const float* b, float* c, int64_t n, int64_t k) {
  Vec left[4] = {}, right[4] = {};
  for (int64_t p = 0; p < k; ++p) {
    const Vec b0 = load(b + p * n), b1 = load(b + p * n + 8);
    for (int row = 0; row < 4; ++row) {
      left[row] += a[row * k + p] * b0;
      right[row] += a[row * k + p] * b1;
    }
  }
  for (int row = 0; row < 4; ++row) {
    store(c + row * n, left[row]);
    store(c + row * n + 8, right[row]);
  }
}

// The edges, where no whole block fits.
void plain(const float* a, const float* b, float* c, int64_t rows, int64_t cols, int64_t n, int64_t k) {
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < cols; ++j) {
      float sum = 0;
      for (int64_t p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
  }
}

}  // namespace

extern "C" void matmul(const float* a, const float* b, float* c, int64_t m, int64_t n, int64_t k) {
  const int64_t whole_rows = m / 4 * 4, whole_cols = n / 16 * 16;
  for (int64_t i = 0; i < whole_rows; i += 4) {
    for (int64_t j = 0; j < whole_cols; j += 16) block_4x16(a + i * k, b + j, c + i * n + j, n, k);
  }
  plain(a, b + whole_cols, c + whole_cols, whole_rows, n - whole_cols, n, k);
  plain(a + whole_rows * k, b, c + whole_rows * n, m - whole_rows, n, n, k);
}
