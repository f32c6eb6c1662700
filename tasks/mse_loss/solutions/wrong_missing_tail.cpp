// expect: wrong
// Adds four elements at a time and drops the last n % 4: a small error that only an odd length shows.
#include <leap_task.h>

#include <cstdint>

extern "C" void mse_loss(const float* prediction, const float* target, float* loss, int64_t n) {
  float lanes[4] = {};
  for (int64_t i = 0; i + 4 <= n; i += 4) {
    for (int lane = 0; lane < 4; ++lane) {
      const float difference = prediction[i + lane] - target[i + lane];
      lanes[lane] += difference * difference;
    }
  }
  *loss = (lanes[0] + lanes[1] + lanes[2] + lanes[3]) / static_cast<float>(n);
}
