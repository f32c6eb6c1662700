// Element types of tensors, by the names used in definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace leap::protocol {

// float16 and bfloat16 are IEEE binary16 and the upper half of binary32. In `language: cpp` both travel as their
// 16 bits (uint16_t); bool is one byte that is 0 or 1.
enum class Dtype : std::uint8_t { float32, float64, float16, bfloat16, int32, int64, boolean };

// "float32", "float64", "float16", "bfloat16", "int32", "int64", "bool".
std::string_view name(Dtype dtype);

// The inverse of name(); nothing when the word names no dtype.
std::optional<Dtype> parse_dtype(std::string_view word);

// Size of one element.
std::size_t size_bytes(Dtype dtype);

bool is_floating(Dtype dtype);

// The C++ type a `cpp` solution sees: "float", "double", "uint16_t", "int32_t", "int64_t", "bool".
std::string_view cpp_type(Dtype dtype);

}  // namespace leap::protocol
