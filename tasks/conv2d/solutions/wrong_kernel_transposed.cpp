// expect: wrong
// Reads each 3 x 5 filter as if its columns came first; a square filter of ones would not show it.
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
      for (int64_t u = 0; u < kernel_height; ++u) {
        for (int64_t v = 0; v < kernel_width; ++v) {
          sum += x[((b * channels + c) * height + i + u) * width + j + v] *
                 weight[(f * channels + c) * kTaps + v * kernel_height + u];
        }
      }
    }
    y[o] = sum;
  }
}
