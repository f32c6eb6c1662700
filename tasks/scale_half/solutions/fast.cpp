// expect: correct
// Lets the processor convert eight numbers with one instruction each way.
#include <leap_task.h>

#include <bit>
#include <cmath>
#include <cstdint>

#ifdef __F16C__
#include <immintrin.h>
#endif

namespace {

float decode(uint16_t half) {
  const float magnitude = std::bit_cast<float>((half & 0x7fffu) << 13) * 0x1p112f;
  return half & 0x8000u ? -magnitude : magnitude;
}

uint16_t encode(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(std::fabs(value) * 0x1p-112f);
  const uint32_t rounded = (bits + 0xfffu + ((bits >> 13) & 1u)) >> 13;
  return static_cast<uint16_t>(rounded | (std::signbit(value) ? 0x8000u : 0u));
}

}  // namespace

// With F16C a group is load, convert, multiply, convert, store. Without it, and for the last few, bits are moved by
// hand.
extern "C" void scale_half(const float* factor, const uint16_t* x, uint16_t* y, int64_t n) {
  const float scale = *factor;
  int64_t i = 0;
#ifdef __F16C__
  for (; i + 8 <= n; i += 8) {
    const __m256 values = _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(x + i)));
    const __m256 products = _mm256_mul_ps(values, _mm256_set1_ps(scale));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(y + i), _mm256_cvtps_ph(products, _MM_FROUND_TO_NEAREST_INT));
  }
#endif
  for (; i < n; ++i) y[i] = encode(scale * decode(x[i]));
}
