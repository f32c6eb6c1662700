// All scores of a head, the later ones replaced by minus infinity, then a softmax, then the weighted sums.
#include <leap_task.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

using leap_task::head_dim;

extern "C" void causal_attention(const float* q, const float* k, const float* v, float* y, int64_t heads,
                                 int64_t length) {
  std::vector<float> weights(static_cast<std::size_t>(length));
  for (int64_t h = 0; h < heads; ++h) {
    const int64_t base = h * length * head_dim;
    for (int64_t i = 0; i < length; ++i) {
      float largest = -std::numeric_limits<float>::infinity();
      for (int64_t j = 0; j < length; ++j) {
        float score = 0;
        for (int64_t d = 0; d < head_dim; ++d) score += q[base + i * head_dim + d] * k[base + j * head_dim + d];
        score /= std::sqrt(static_cast<float>(head_dim));
        if (j > i) score = -std::numeric_limits<float>::infinity();
        weights[j] = score;
        if (score > largest) largest = score;
      }
      float sum = 0;
      for (int64_t j = 0; j < length; ++j) sum += weights[j] = std::exp(weights[j] - largest);
      for (int64_t d = 0; d < head_dim; ++d) {
        float mean = 0;
        for (int64_t j = 0; j < length; ++j) mean += weights[j] / sum * v[base + j * head_dim + d];
        y[base + i * head_dim + d] = mean;
      }
    }
  }
}
