// Exact conversions between stored elements and double; rounding is to nearest, ties to even.
//
// A 16-bit element is always rounded from double in one step. Going through float32 would round twice and be off by
// one unit in the last place near ties.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "protocol/dtype.h"

namespace leap::judge {

double from_half(std::uint16_t bits);
double from_bfloat16(std::uint16_t bits);
std::uint16_t to_half(double value);  // overflow gives infinity, NaN becomes a quiet NaN of the same sign
std::uint16_t to_bfloat16(double value);

// Whole arrays of a floating dtype. `stored` holds values.size() elements; other dtypes throw std::invalid_argument.
void widen(protocol::Dtype dtype, std::span<const std::byte> stored, std::span<double> values);
void narrow(protocol::Dtype dtype, std::span<const double> values, std::span<std::byte> stored);

// Unit roundoff u: the largest relative error of rounding to this dtype. 2^-24, 2^-53, 2^-11, 2^-8; 0 for integers and
// bool, which are exact.
double unit_roundoff(protocol::Dtype dtype);

// What a kernel of lower precision sees of float32 inputs: TF32 (10 stored fraction bits) or bfloat16 (7). NaN and
// infinity stay as they are. These make the negative controls that a tolerance must reject.
void round_to_tf32(std::span<float> values);
void round_to_bfloat16(std::span<float> values);

}  // namespace leap::judge
