// expect: wrong
// Takes labels to count from 1 and looks at the class beside the right one.
#include <leap_task.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

extern "C" void cross_entropy(const float* logits, const int64_t* labels, float* loss, int64_t rows, int64_t classes) {
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = logits + r * classes;
    const float largest = *std::max_element(row, row + classes);
    float sum = 0;
    for (int64_t j = 0; j < classes; ++j) sum += std::exp(row[j] - largest);
    loss[r] = largest + std::log(sum) - row[std::max<int64_t>(labels[r] - 1, 0)];
  }
}
