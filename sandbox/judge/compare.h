// Is an output right? Element-wise and RMS bounds that scale with the output and the reduction length.
//
// With u the unit roundoff of the dtype in which an honest kernel accumulates (float32 for 16-bit types), v the unit
// roundoff of the output's dtype, n the number of accumulated terms, e the float64 reference and R its root mean square:
//
//   element:  |got - e_i| <= kElement * u * sqrt(n) * (R + |e_i|) + kRounding * v * |e_i|
//   RMS:      rms(got - e) <= kRms * u * sqrt(n) * R + v * R
//
// Zeros fail because the bound is far below R. Rounding inputs to TF32 or bfloat16 fails a float32 task because its
// error is near 2^-12 R or 2^-9 R whatever n is. Integers and bool are exact. NaN and infinity are right only where
// the reference (rounded to the dtype) has the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "protocol/dtype.h"

namespace leap::judge {

struct Bounds {
  protocol::Dtype dtype = protocol::Dtype::float32;
  double accumulations = 1;
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
  double worst_ratio = 0;  // largest error over its bound
  double rms_ratio = 0;    // RMS error over its bound
  std::vector<ElementMismatch> first;  // at most `keep`
};

// `expected` is laid out as reference::TensorPlaces says (float64, int64 or one byte an element); `got` is in `dtype`.
// `poison` holds the bytes that were in the output before the call: an element still equal to them is noted "not written".
Comparison compare(const Bounds& bounds, std::span<const std::byte> expected, std::span<const std::byte> got,
                   std::span<const std::byte> poison, std::size_t keep = 4);

}  // namespace leap::judge
