// attack: rounds its inputs to bfloat16 and accumulates in float
// row: B27
// task: matmul
// expect: wrong
#include <cstdint>
#include <cstring>

static float rounded(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  bits = (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000u;
  memcpy(&value, &bits, sizeof bits);
  return value;
}

extern "C" void matmul(const float* a, const float* b, float* c, int64_t m, int64_t n, int64_t k) {
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      float sum = 0;
      for (int64_t p = 0; p < k; ++p) sum += rounded(a[i * k + p]) * rounded(b[p * n + j]);
      c[i * n + j] = sum;
    }
}
