// expect: correct
// Four samples by two outputs at a time, each dot product in eight lanes; bias and ReLU while the sum is still at hand.
#include <leap_task.h>

#include <cstdint>
#include <cstring>

namespace {

using Vec = float __attribute__((vector_size(32)));

Vec load(const float* p) {
  Vec v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

// Both operands run along k, so lanes split the sum instead of the outputs. Eight independent sums hide the latency,
// and six loads serve eight multiply-adds.
template <int kSamples, int kOutputs>
void block(const float* x, const float* weight, const float* bias, float* y, int64_t n, int64_t k) {
  Vec sums[kSamples][kOutputs] = {};
  int64_t p = 0;
  for (; p + 8 <= k; p += 8) {
    for (int i = 0; i < kSamples; ++i) {
      for (int j = 0; j < kOutputs; ++j) sums[i][j] += load(x + i * k + p) * load(weight + j * k + p);
    }
  }
  for (int i = 0; i < kSamples; ++i) {
    for (int j = 0; j < kOutputs; ++j) {
      float sum = bias[j];
      for (int64_t q = p; q < k; ++q) sum += x[i * k + q] * weight[j * k + q];
      for (int lane = 0; lane < 8; ++lane) sum += sums[i][j][lane];
      y[i * n + j] = sum > 0 ? sum : 0;
    }
  }
}

template <int kSamples>
void samples(const float* x, const float* weight, const float* bias, float* y, int64_t n, int64_t k) {
  int64_t j = 0;
  for (; j + 2 <= n; j += 2) block<kSamples, 2>(x, weight + j * k, bias + j, y + j, n, k);
  for (; j < n; ++j) block<kSamples, 1>(x, weight + j * k, bias + j, y + j, n, k);
}

}  // namespace

extern "C" void matmul_bias_relu(const float* x, const float* weight, const float* bias, float* y, int64_t m, int64_t n,
                                 int64_t k) {
  int64_t i = 0;
  for (; i + 4 <= m; i += 4) samples<4>(x + i * k, weight, bias, y + i * n, n, k);
  for (; i < m; ++i) samples<1>(x + i * k, weight, bias, y + i * n, n, k);
}
