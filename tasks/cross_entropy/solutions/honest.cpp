// expect: correct
// One pass that rescales its sum whenever it meets a larger logit, in double.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

extern "C" void cross_entropy(const float* logits, const int64_t* labels, float* loss, int64_t rows, int64_t classes) {
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = logits + r * classes;
    double largest = row[0], sum = 1;
    for (int64_t j = 1; j < classes; ++j) {
      if (row[j] <= largest) {
        sum += std::exp(row[j] - largest);
      } else {
        sum = sum * std::exp(largest - row[j]) + 1;
        largest = row[j];
      }
    }
    loss[r] = static_cast<float>(largest + std::log(sum) - row[labels[r]]);
  }
}
