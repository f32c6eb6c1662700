// expect: wrong
// Adds to what was in loss before.
#include <leap_task.h>

#include <cstdint>

extern "C" void mse_loss(const float* prediction, const float* target, float* loss, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    *loss += (prediction[i] - target[i]) * (prediction[i] - target[i]) / static_cast<float>(n);
  }
}
