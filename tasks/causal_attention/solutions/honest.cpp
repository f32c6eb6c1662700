// expect: correct
// Visits only the positions that count, in double.
#include <leap_task.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace {

constexpr int64_t kDim = leap_task::head_dim;

// `keys` and `values` hold the positions up to and with that of `query`.
void attend(const float* query, const float* keys, const float* values, float* out, int64_t positions) {
  std::vector<double> weights(static_cast<std::size_t>(positions));
  for (int64_t j = 0; j < positions; ++j) {
    weights[j] = std::inner_product(query, query + kDim, keys + j * kDim, 0.0) / std::sqrt(static_cast<double>(kDim));
  }
  const double largest = *std::max_element(weights.begin(), weights.end());
  for (double& weight : weights) weight = std::exp(weight - largest);
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (int64_t d = 0; d < kDim; ++d) {
    double mean = 0;
    for (int64_t j = 0; j < positions; ++j) mean += weights[j] * values[j * kDim + d];
    out[d] = static_cast<float>(mean / sum);
  }
}

}  // namespace

extern "C" void causal_attention(const float* q, const float* k, const float* v, float* y, int64_t heads,
                                 int64_t length) {
  for (int64_t h = 0; h < heads; ++h) {
    const int64_t base = h * length * kDim;
    for (int64_t i = 0; i < length; ++i) attend(q + base + i * kDim, k + base, v + base, y + base + i * kDim, i + 1);
  }
}
