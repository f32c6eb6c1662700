// expect: correct
// The same sum in double, by the standard library.
#include <leap_task.h>

#include <cstdint>
#include <functional>
#include <numeric>

extern "C" void mse_loss(const float* prediction, const float* target, float* loss, int64_t n) {
  const double sum = std::transform_reduce(prediction, prediction + n, target, 0.0, std::plus<>(),
                                           [](double a, double b) { return (a - b) * (a - b); });
  *loss = static_cast<float>(sum / static_cast<double>(n));
}
