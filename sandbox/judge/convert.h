// Exact conversions between stored elements and double; rounding is to nearest, ties to even.
#pragma once

#include <cstdint>

#include "protocol/dtype.h"

namespace leap::judge {

double from_half(std::uint16_t bits);
double from_bfloat16(std::uint16_t bits);
std::uint16_t to_half(double value);      // overflow gives infinity, NaN stays NaN
std::uint16_t to_bfloat16(double value);

// Unit roundoff u: the largest relative error of rounding to this dtype. 2^-24, 2^-53, 2^-11, 2^-8.
double unit_roundoff(protocol::Dtype dtype);

}  // namespace leap::judge
