// expect: correct
// Computes eight neighbours of a row for four filters at once, all in registers, and loads each input piece once for
// the four.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace {

using Vec = float __attribute__((vector_size(32)));

constexpr int64_t kTaps = leap_task::kernel_height * leap_task::kernel_width;

struct Image {
  const float* x;  // the window's first row in the first channel
  int64_t channels, height, width;
};

// Lanes are neighbouring outputs, so each tap is one load of the input shifted by one and a broadcast weight: no sum
// over lanes, and four independent accumulators to hide the latency.
template <int kFilters>
void eight_outputs(const Image& image, const float* weight, float* y, int64_t plane) {
  Vec sums[kFilters] = {};
  for (int64_t c = 0; c < image.channels; ++c) {
    for (int64_t u = 0; u < leap_task::kernel_height; ++u) {
      const float* row = image.x + (c * image.height + u) * image.width;
      for (int64_t v = 0; v < leap_task::kernel_width; ++v) {
        Vec in;
        std::memcpy(&in, row + v, sizeof in);
        const float* tap = weight + c * kTaps + u * leap_task::kernel_width + v;
        for (int f = 0; f < kFilters; ++f) sums[f] += in * tap[f * image.channels * kTaps];
      }
    }
  }
  for (int f = 0; f < kFilters; ++f) std::memcpy(y + f * plane, &sums[f], sizeof sums[f]);
}

// Rows shorter than eight outputs.
void one_output(const Image& image, const float* weight, float* y) {
  float sum = 0;
  for (int64_t c = 0; c < image.channels; ++c) {
    for (int64_t u = 0; u < leap_task::kernel_height; ++u) {
      for (int64_t v = 0; v < leap_task::kernel_width; ++v) {
        sum += image.x[(c * image.height + u) * image.width + v] * weight[c * kTaps + u * leap_task::kernel_width + v];
      }
    }
  }
  *y = sum;
}

template <int kFilters>
void row(Image image, const float* weight, float* y, int64_t plane, int64_t out_width) {
  const float* start = image.x;
  if (out_width < 8) {
    for (int f = 0; f < kFilters; ++f) {
      for (int64_t j = 0; j < out_width; ++j) {
        image.x = start + j;
        one_output(image, weight + f * image.channels * kTaps, y + f * plane + j);
      }
    }
    return;
  }
  // The last group overlaps the one before it: computing a few outputs twice is cheaper than a scalar tail.
  for (int64_t j = 0; j < out_width; j += 8) {
    const int64_t at = std::min(j, out_width - 8);
    image.x = start + at;
    eight_outputs<kFilters>(image, weight, y + at, plane);
  }
}

}  // namespace

extern "C" void conv2d(const float* x, const float* weight, float* y, int64_t batch, int64_t channels, int64_t filters,
                       int64_t height, int64_t width) {
  const int64_t out_height = height - leap_task::kernel_height + 1, out_width = width - leap_task::kernel_width + 1;
  const int64_t plane = out_height * out_width;
  for (int64_t b = 0; b < batch; ++b) {
    for (int64_t i = 0; i < out_height; ++i) {
      const Image image{x + (b * channels * height + i) * width, channels, height, width};
      float* out = y + b * filters * plane + i * out_width;
      int64_t f = 0;
      for (; f + 4 <= filters; f += 4) row<4>(image, weight + f * channels * kTaps, out + f * plane, plane, out_width);
      for (; f < filters; ++f) row<1>(image, weight + f * channels * kTaps, out + f * plane, plane, out_width);
    }
  }
}
