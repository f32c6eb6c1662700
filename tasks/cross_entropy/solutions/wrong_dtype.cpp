// expect: wrong
// Reads the 64-bit labels as 32-bit integers: every second one is the upper half of a label, zero.
#include <leap_task.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

extern "C" void cross_entropy(const float* logits, const int64_t* labels, float* loss, int64_t rows, int64_t classes) {
  const int32_t* narrow = reinterpret_cast<const int32_t*>(labels);
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = logits + r * classes;
    const float largest = *std::max_element(row, row + classes);
    float sum = 0;
    for (int64_t j = 0; j < classes; ++j) sum += std::exp(row[j] - largest);
    loss[r] = largest + std::log(sum) - row[narrow[r]];
  }
}
