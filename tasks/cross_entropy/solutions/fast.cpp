// expect: correct
// Exponentiates eight logits at once with a polynomial; only the sum is kept, so nothing is written but the loss.
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

// e^x for x <= 0, within 2 ulp: x = k ln 2 + f, e^x = 2^k e^f. Adding 1.5 * 2^23 rounds to an integer that sits in the
// low bits of the sum. The coefficients are those of Cephes' expf.
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

float largest_of(const float* row, int64_t count) {
  float largest = row[0];
  int64_t j = 0;
  if (count >= 8) {
    Vec best = load(row);
    for (j = 8; j + 8 <= count; j += 8) {
      const Vec v = load(row + j);
      best = v > best ? v : best;
    }
    for (int lane = 0; lane < 8; ++lane) largest = best[lane] > largest ? best[lane] : largest;
  }
  for (; j < count; ++j) largest = row[j] > largest ? row[j] : largest;
  return largest;
}

// The row fits the first-level cache, so reading it twice costs less than rescaling a running sum would.
float log_sum_exp(const float* row, int64_t count) {
  const float largest = largest_of(row, count);
  Vec sums[2] = {};
  int64_t j = 0;
  for (; j + 16 <= count; j += 16) {
    sums[0] += exp_of(load(row + j) - largest);
    sums[1] += exp_of(load(row + j + 8) - largest);
  }
  const Vec all = sums[0] + sums[1];
  float sum = 0;
  for (int lane = 0; lane < 8; ++lane) sum += all[lane];
  for (; j < count; ++j) sum += std::exp(row[j] - largest);
  return largest + std::log(sum);
}

}  // namespace

extern "C" void cross_entropy(const float* logits, const int64_t* labels, float* loss, int64_t rows, int64_t classes) {
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = logits + r * classes;
    loss[r] = log_sum_exp(row, classes) - row[labels[r]];
  }
}
