// expect: wrong
// Looks at all positions, the later ones too.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

using leap_task::head_dim;

extern "C" void causal_attention(const float* q, const float* k, const float* v, float* y, int64_t heads,
                                 int64_t length) {
  for (int64_t row = 0; row < heads * length; ++row) {
    const int64_t base = row / length * length * head_dim;
    float mean[head_dim] = {}, sum = 0;
    for (int64_t j = 0; j < length; ++j) {
      float score = 0;
      for (int64_t d = 0; d < head_dim; ++d) score += q[row * head_dim + d] * k[base + j * head_dim + d];
      const float weight = std::exp(score / std::sqrt(static_cast<float>(head_dim)));
      sum += weight;
      for (int64_t d = 0; d < head_dim; ++d) mean[d] += weight * v[base + j * head_dim + d];
    }
    for (int64_t d = 0; d < head_dim; ++d) y[row * head_dim + d] = mean[d] / sum;
  }
}
