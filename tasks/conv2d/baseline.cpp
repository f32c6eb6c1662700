// Seven loops, straight from the formula.
#include <leap_task.h>

#include <cstdint>

using leap_task::kernel_height;
using leap_task::kernel_width;

extern "C" void conv2d(const float* x, const float* weight, float* y, int64_t batch, int64_t channels, int64_t filters,
                       int64_t height, int64_t width) {
  const int64_t out_height = height - kernel_height + 1, out_width = width - kernel_width + 1;
  for (int64_t b = 0; b < batch; ++b) {
    for (int64_t f = 0; f < filters; ++f) {
      for (int64_t i = 0; i < out_height; ++i) {
        for (int64_t j = 0; j < out_width; ++j) {
          float sum = 0;
          for (int64_t c = 0; c < channels; ++c) {
            for (int64_t u = 0; u < kernel_height; ++u) {
              for (int64_t v = 0; v < kernel_width; ++v) {
                sum += x[((b * channels + c) * height + i + u) * width + j + v] *
                       weight[((f * channels + c) * kernel_height + u) * kernel_width + v];
              }
            }
          }
          y[((b * filters + f) * out_height + i) * out_width + j] = sum;
        }
      }
    }
  }
}
