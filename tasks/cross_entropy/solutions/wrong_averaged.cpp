// expect: wrong
// Writes the mean over all samples into each element, as a training loop would report it.
#include <leap_task.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

extern "C" void cross_entropy(const float* logits, const int64_t* labels, float* loss, int64_t rows, int64_t classes) {
  double total = 0;
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = logits + r * classes;
    const float largest = *std::max_element(row, row + classes);
    float sum = 0;
    for (int64_t j = 0; j < classes; ++j) sum += std::exp(row[j] - largest);
    total += largest + std::log(sum) - row[labels[r]];
  }
  std::fill(loss, loss + rows, static_cast<float>(total / static_cast<double>(rows)));
}
