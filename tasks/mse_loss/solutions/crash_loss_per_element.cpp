// expect: crash
// Takes the scalar for a vector of partial sums and writes far past it.
#include <leap_task.h>

#include <cstdint>

extern "C" void mse_loss(const float* prediction, const float* target, float* loss, int64_t n) {
  for (int64_t i = 0; i < n; ++i) loss[i * 256] = (prediction[i] - target[i]) * (prediction[i] - target[i]);
  float sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += loss[i * 256];
  *loss = sum / static_cast<float>(n);
}
