// expect: correct
// Computes eight exponentials at once with a polynomial, once for each element, and multiplies instead of dividing.
#include <leap_task.h>

#include <cmath>
#include <cstdint>
#include <cstring>

namespace {

using Vec = float __attribute__((vector_size(32)));
using Int = int32_t __attribute__((vector_size(32)));

Vec load(const float* p) {
  Vec v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

void store(float* p, Vec v) { std::memcpy(p, &v, sizeof v); }

// e^x for x <= 0, within 2 ulp: x = k ln 2 + f, e^x = 2^k e^f. The library's exp is one call an element; this is some
// twenty instructions for eight. Adding 1.5 * 2^23 rounds to an integer that sits in the low bits of the sum. The
// coefficients are those of Cephes' expf.
Vec exp_of(Vec x) {
  x = x < -87.0f ? Vec{} - 87.0f : x;
  const Vec shifted = x * 1.44269504f + 12582912.0f;
  const Vec k = shifted - 12582912.0f;
  const Vec f = (x - k * 0.693359375f) + k * 2.12194440e-4f;
  Vec p = f * 1.9875691500e-4f + 1.3981999507e-3f;
  p = p * f + 8.3334519073e-3f;
  p = p * f + 4.1665795894e-2f;
  p = p * f + 1.6666665459e-1f;
  p = p * f + 5.0000001201e-1f;
  p = p * (f * f) + f + 1.0f;
  return p * reinterpret_cast<Vec>((reinterpret_cast<Int>(shifted) << 23) + 0x3f800000);
}

float largest_of(const float* row, int64_t cols) {
  float largest = row[0];
  int64_t c = 0;
  if (cols >= 8) {
    Vec best = load(row);
    for (c = 8; c + 8 <= cols; c += 8) {
      const Vec v = load(row + c);
      best = v > best ? v : best;
    }
    for (int lane = 0; lane < 8; ++lane) largest = best[lane] > largest ? best[lane] : largest;
  }
  for (; c < cols; ++c) largest = row[c] > largest ? row[c] : largest;
  return largest;
}

void softmax_row(const float* in, float* out, int64_t cols) {
  const float largest = largest_of(in, cols);
  Vec sums{};
  int64_t c = 0;
  for (; c + 8 <= cols; c += 8) {
    const Vec e = exp_of(load(in + c) - largest);
    store(out + c, e);
    sums += e;
  }
  float sum = 0;
  for (int lane = 0; lane < 8; ++lane) sum += sums[lane];
  for (; c < cols; ++c) sum += out[c] = std::exp(in[c] - largest);

  const float scale = 1.0f / sum;
  for (c = 0; c < cols; ++c) out[c] *= scale;
}

}  // namespace

extern "C" void row_softmax(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) softmax_row(x + r * cols, y + r * cols, cols);
}
