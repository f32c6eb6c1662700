// expect: crash
// Adds the exponentials by recursion that never ends: it forgets to stop at the last class.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

namespace {

double sum_from(const float* row, int64_t j) { return std::exp(static_cast<double>(row[j])) + sum_from(row, j + 1); }

}  // namespace

extern "C" void cross_entropy(const float* logits, const int64_t* labels, float* loss, int64_t rows, int64_t classes) {
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = logits + r * classes;
    loss[r] = static_cast<float>(std::log(sum_from(row, 0)) - row[labels[r]]);
  }
}
