// Is an output right? Element-wise and RMS bounds that scale with the output and the reduction length.
//
// With u the unit roundoff of the dtype in which an honest kernel accumulates (float32 for 16-bit types), v the unit
// roundoff of the output's dtype and t its smallest normal number, n the number of accumulated terms, e the float64
// reference and R its root mean square:
//
//   element:  |got - e_i| <= kElement * u * sqrt(n) * (R + |e_i|) + kRounding * v * (|e_i| + t)
//   RMS:      rms(got - e) <= kRms * u * sqrt(n) * R + v * max(R, t)
//
// Zeros fail because the bound is far below R. Rounding inputs to TF32 or bfloat16 fails a float32 task because its
// error is near 2^-12 R or 2^-9 R whatever n is. Integers and bool are exact. NaN and infinity are right only where
// the reference (rounded to the dtype) has the same; where the bound straddles the edge of overflow, both sides are.
//
// What n a definition states (`accumulations`):
//   * 1 for elementwise work;
//   * the number of terms for sums of both signs: rounding errors of a sequential float32 sum are then a random walk,
//   and
//     their RMS is 0.3 u sqrt(n) R (measured for 16 <= n <= 65536). TF32 inputs still fail at n = 65536, by a factor 4;
//   * max(n, n * n / 64) for sums of one sign whose terms are far below the sum, as in softmax: float32 then loses the
//     same part of every term, and the error of a sequential sum grows like n (up to n u / 11 was measured). TF32
//     inputs still fail up to n = 16384. A norm's mean of squares is milder: n is enough up to 16384.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "protocol/dtype.h"

namespace leap::judge {

// tests/judge/compare_noise_test.cc prints the measurements behind these three and fails when a margin is lost.

// The largest of a million honest errors is about 5 of their standard deviations: sums of n terms and functions such as
// gelu reach 2.5 u sqrt(n) (R + |e|) on inputs of mixed magnitude. 16 leaves a factor 6.
inline constexpr double kElement = 16;

// Rounding once costs at most v |e|. 2 lets a kernel round an intermediate result to the output's dtype as well.
inline constexpr double kRounding = 2;

// Honest kernels reach 0.3 u sqrt(n) R in sums and 0.7 u R in elementwise work (over 4 u R + v R: 0.14); rounding
// inputs to TF32 costs 4500 u R. 4 lies between, with a factor 4 on both sides at n = 65536.
inline constexpr double kRms = 4;

// Below this many elements R is a bad estimate of the output's scale: a single dot product may come out near zero by
// chance, and then no honest kernel would meet a bound relative to it. See Bounds::typical.
inline constexpr std::size_t kFewElements = 64;

struct Bounds {
  protocol::Dtype dtype = protocol::Dtype::float32;
  double accumulations = 1;  // n; below 1 counts as 1
  // RMS of this output over other draws of the same workload; 0 when unknown. In an output of N < kFewElements elements
  // it stands in for the elements that R lacks: R^2 = (sum e^2 + (kFewElements - N) * typical^2) / kFewElements, unless
  // that is less than the output's own.
  double typical = 0;
};

struct ElementMismatch {
  std::size_t index = 0;  // flat
  std::string expected;
  std::string got;
  std::string note;
};

struct Comparison {
  bool right = false;
  std::size_t wrong_elements = 0;
  double worst_ratio = 0;  // largest error over its bound; infinity for a wrong NaN, infinity, integer or bool
  double rms_ratio = 0;    // RMS error over its bound; 0 for integers and bool
  std::vector<ElementMismatch> first;  // at most `keep`; when only the RMS is wrong, the element that is worst
};

// `expected` is laid out as reference::TensorPlaces says (float64, int64 or one byte an element); `got` is in `dtype`.
// `poison` holds the bytes that were in the output before the call, or nothing: a wrong element still equal to them is
// noted "not written", and where the reference is NaN an element that is still poison is wrong.
// Throws std::invalid_argument when the sizes do not belong together or there is nothing to compare.
Comparison compare(const Bounds& bounds, std::span<const std::byte> expected, std::span<const std::byte> got,
                   std::span<const std::byte> poison, std::size_t keep = 4);

// Root mean square of a floating output's reference, over the elements that are finite in `dtype`; 0 when there is
// none.
double root_mean_square(protocol::Dtype dtype, std::span<const std::byte> expected);

}  // namespace leap::judge
