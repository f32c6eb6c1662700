// expect: correct
// Sums squares in 32 lanes, takes one reciprocal root a row, and multiplies.
#include <leap_task.h>

#include <cmath>
#include <cstdint>
#include <cstring>

namespace {

using Vec = float __attribute__((vector_size(32)));

Vec load(const float* p) {
  Vec v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

// Four sums that do not wait for each other: the multiply-add units stay busy.
float squares_of(const float* row, int64_t cols) {
  Vec sums[4] = {};
  int64_t c = 0;
  for (; c + 32 <= cols; c += 32) {
    for (int i = 0; i < 4; ++i) {
      const Vec v = load(row + c + 8 * i);
      sums[i] += v * v;
    }
  }
  for (; c + 8 <= cols; c += 8) sums[0] += load(row + c) * load(row + c);
  const Vec all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float sum = 0;
  for (int lane = 0; lane < 8; ++lane) sum += all[lane];
  for (; c < cols; ++c) sum += row[c] * row[c];
  return sum;
}

void scale_row(const float* __restrict__ in, const float* __restrict__ weight, float* __restrict__ out, float scale,
               int64_t cols) {
  for (int64_t c = 0; c < cols; ++c) out[c] = in[c] * scale * weight[c];
}

}  // namespace

extern "C" void rms_norm(const float* x, const float* weight, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = x + r * cols;
    const float scale = 1.0f / std::sqrt(squares_of(row, cols) / static_cast<float>(cols) + 1e-6f);
    scale_row(row, weight, y + r * cols, scale, cols);
  }
}
