// expect: correct
// The sum for one output as a function of its own, in double.
#include <leap_task.h>

#include <cstdint>

namespace {

constexpr int64_t kTaps = leap_task::kernel_height * leap_task::kernel_width;

// `x` points at the window's first element, in the first channel.
double response(const float* x, const float* weight, int64_t channels, int64_t height, int64_t width) {
  double sum = 0;
  for (int64_t c = 0; c < channels; ++c) {
    for (int64_t tap = 0; tap < kTaps; ++tap) {
      const int64_t u = tap / leap_task::kernel_width, v = tap % leap_task::kernel_width;
      sum += static_cast<double>(x[(c * height + u) * width + v]) * weight[c * kTaps + tap];
    }
  }
  return sum;
}

}  // namespace

extern "C" void conv2d(const float* x, const float* weight, float* y, int64_t batch, int64_t channels, int64_t filters,
                       int64_t height, int64_t width) {
  const int64_t out_height = height - leap_task::kernel_height + 1, out_width = width - leap_task::kernel_width + 1;
  float* out = y;
  for (int64_t b = 0; b < batch; ++b) {
    const float* image = x + b * channels * height * width;
    for (int64_t f = 0; f < filters; ++f) {
      const float* filter = weight + f * channels * kTaps;
      for (int64_t i = 0; i < out_height; ++i) {
        for (int64_t j = 0; j < out_width; ++j) {
          *out++ = static_cast<float>(response(image + i * width + j, filter, channels, height, width));
        }
      }
    }
  }
}
