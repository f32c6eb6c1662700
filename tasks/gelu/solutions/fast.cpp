// expect: correct
// Replaces the library's erf by a ratio of two polynomials, which the compiler vectorises.
#include <leap_task.h>

#include <cstdint>

namespace {

// erf on [-4, 4] as odd polynomial over even polynomial, within a few ulp; beyond 4 it is 1 in float32. The
// coefficients are those of Eigen's float erf. No branch and no call: eight elements go through at once, where the
// library's erf takes one and picks among several ranges.
inline float erf_of(float x) {
  x = x < -4.0f ? -4.0f : x;
  x = x > 4.0f ? 4.0f : x;
  const float s = x * x;
  float p = -2.72614225801306e-10f;
  p = p * s + 2.77068142495902e-08f;
  p = p * s - 2.10102402082508e-06f;
  p = p * s - 5.69250639462346e-05f;
  p = p * s - 7.34990630326855e-04f;
  p = p * s - 2.95459980854025e-03f;
  p = p * s - 1.60960333262415e-02f;
  float q = -1.45660718464996e-05f;
  q = q * s - 2.13374055278905e-04f;
  q = q * s - 1.68282697438203e-03f;
  q = q * s - 7.37332916720468e-03f;
  q = q * s - 1.42647390514189e-02f;
  return x * p / q;
}

}  // namespace

extern "C" void gelu(const float* __restrict__ x, float* __restrict__ y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = 0.5f * x[i] * (1.0f + erf_of(x[i] * 0.70710678f));
}
