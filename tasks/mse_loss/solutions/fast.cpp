// expect: correct
// Keeps 32 independent sums in four vector registers, so additions overlap instead of waiting for each other.
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

}  // namespace

// Shorter sums also lose less: each is a thirty-second part of the whole.
extern "C" void mse_loss(const float* prediction, const float* target, float* loss, int64_t n) {
  Vec sums[4] = {};
  int64_t i = 0;
  for (; i + 32 <= n; i += 32) {
    for (int part = 0; part < 4; ++part) {
      const Vec difference = load(prediction + i + 8 * part) - load(target + i + 8 * part);
      sums[part] += difference * difference;
    }
  }
  const Vec all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float sum = 0;
  for (int lane = 0; lane < 8; ++lane) sum += all[lane];
  for (; i < n; ++i) sum += (prediction[i] - target[i]) * (prediction[i] - target[i]);
  *loss = sum / static_cast<float>(n);
}
