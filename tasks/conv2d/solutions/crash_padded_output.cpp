// expect: crash
// Takes the output to be as large as the input, as with padding, and writes past its end.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>

using leap_task::kernel_height;
using leap_task::kernel_width;

extern "C" void conv2d(const float* x, const float* weight, float* y, int64_t batch, int64_t channels, int64_t filters,
                       int64_t height, int64_t width) {
  constexpr int64_t kTaps = kernel_height * kernel_width;
  for (int64_t o = 0; o < batch * filters * height * width; ++o) {
    const int64_t j = o % width, i = o / width % height;
    const int64_t f = o / (width * height) % filters, b = o / (width * height * filters);
    float sum = 0;
    for (int64_t c = 0; c < channels; ++c) {
      for (int64_t u = 0; u < std::min(kernel_height, height - i); ++u) {
        for (int64_t v = 0; v < std::min(kernel_width, width - j); ++v) {
          sum += x[((b * channels + c) * height + i + u) * width + j + v] *
                 weight[(f * channels + c) * kTaps + u * kernel_width + v];
        }
      }
    }
    y[o] = sum;
  }
}
