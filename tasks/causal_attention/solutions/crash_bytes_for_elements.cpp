// expect: crash
// Steps from head to head in bytes where the pointer counts floats.
#include <leap_task.h>

#include <cmath>
#include <cstdint>

using leap_task::head_dim;

extern "C" void causal_attention(const float* q, const float* k, const float* v, float* y, int64_t heads,
                                 int64_t length) {
  const int64_t head_bytes = length * head_dim * static_cast<int64_t>(sizeof(float));
  for (int64_t h = 0; h < heads; ++h) {
    const float *queries = q + h * head_bytes, *keys = k + h * head_bytes, *values = v + h * head_bytes;
    for (int64_t i = 0; i < length; ++i) {
      float mean[head_dim] = {}, sum = 0;
      for (int64_t j = 0; j <= i; ++j) {
        float score = 0;
        for (int64_t d = 0; d < head_dim; ++d) score += queries[i * head_dim + d] * keys[j * head_dim + d];
        const float weight = std::exp(score / std::sqrt(static_cast<float>(head_dim)));
        sum += weight;
        for (int64_t d = 0; d < head_dim; ++d) mean[d] += weight * values[j * head_dim + d];
      }
      for (int64_t d = 0; d < head_dim; ++d) y[h * head_bytes + i * head_dim + d] = mean[d] / sum;
    }
  }
}
