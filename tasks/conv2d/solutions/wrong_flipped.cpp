// expect: wrong
// Turns the filter round, as the mathematical convolution does; deep learning's does not.
#include <leap_task.h>

#include <cstdint>

using leap_task::kernel_height;
using leap_task::kernel_width;

extern "C" void conv2d(const float* x, const float* weight, float* y, int64_t batch, int64_t channels, int64_t filters,
                       int64_t height, int64_t width) {
  const int64_t out_height = height - kernel_height + 1, out_width = width - kernel_width + 1;
  constexpr int64_t kTaps = kernel_height * kernel_width;
  for (int64_t o = 0; o < batch * filters * out_height * out_width; ++o) {
    const int64_t j = o % out_width, i = o / out_width % out_height;
    const int64_t f = o / (out_width * out_height) % filters, b = o / (out_width * out_height * filters);
    float sum = 0;
    for (int64_t c = 0; c < channels; ++c) {
      for (int64_t t = 0; t < kTaps; ++t) {
        sum += x[((b * channels + c) * height + i + t / kernel_width) * width + j + t % kernel_width] *
               weight[(f * channels + c) * kTaps + kTaps - 1 - t];
      }
    }
    y[o] = sum;
  }
}
