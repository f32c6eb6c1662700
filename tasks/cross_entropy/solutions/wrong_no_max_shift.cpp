// expect: wrong
// Exponentiates the logits as they are: infinite for large ones.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void cross_entropy(const float* logits, const int64_t* labels, float* loss, int64_t rows, int64_t classes) {
  for (int64_t r = 0; r < rows; ++r) {
    float sum = 0;
    for (int64_t j = 0; j < classes; ++j) sum += std::exp(logits[r * classes + j]);
    loss[r] = std::log(sum) - logits[r * classes + labels[r]];
  }
}
