#include "sandbox/judge/convert.h"

#include <bit>
#include <cstring>
#include <stdexcept>

namespace leap::judge {
namespace {

using protocol::Dtype;

constexpr std::uint64_t kDoubleInfinity = 0x7ff0'0000'0000'0000;
constexpr int kDoubleFraction = 52;
constexpr int kDoubleBias = 1023;

// A 16-bit binary format: 1 sign bit, `exponent` bits, `fraction` stored bits.
template <int exponent, int fraction>
struct Format {
  static constexpr int kBias = (1 << (exponent - 1)) - 1;
  static constexpr std::uint64_t kInfinity = ((std::uint64_t{1} << exponent) - 1) << fraction;
  static constexpr std::uint64_t kQuietNan = kInfinity | (std::uint64_t{1} << (fraction - 1));

  static std::uint16_t round(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto sign = static_cast<std::uint16_t>(bits >> 63 << 15);
    const std::uint64_t magnitude = bits & ~(std::uint64_t{1} << 63);
    if (magnitude > kDoubleInfinity) return static_cast<std::uint16_t>(sign | kQuietNan);
    const int below_normal = (1 - kBias) - (static_cast<int>(magnitude >> kDoubleFraction) - kDoubleBias);
    std::uint64_t rounded;
    if (below_normal <= 0) {
      // A carry out of the fraction raises the exponent, which is what rounding up to a power of two means.
      constexpr std::uint64_t kRebase = std::uint64_t{kDoubleBias - kBias} << fraction;
      rounded = shift_to_nearest_even(magnitude, kDoubleFraction - fraction) - kRebase;
      if (rounded > kInfinity) rounded = kInfinity;
    } else {
      const int shift = kDoubleFraction - fraction + below_normal;
      const std::uint64_t significand =
          (magnitude & ((std::uint64_t{1} << kDoubleFraction) - 1)) | std::uint64_t{1} << kDoubleFraction;
      rounded = shift > kDoubleFraction + 1 ? 0 : shift_to_nearest_even(significand, shift);
    }
    return static_cast<std::uint16_t>(sign | rounded);
  }

  // Places the fields of the small format in those of a double and lets one exact product move the exponent, which
  // also normalises subnormals.
  static double expand(std::uint16_t stored) {
    const std::uint64_t magnitude = std::uint64_t{stored & 0x7fffu} << (kDoubleFraction - fraction);
    constexpr double kScale = std::bit_cast<double>(std::uint64_t{2 * kDoubleBias - kBias} << kDoubleFraction);
    const double finite = std::bit_cast<double>(magnitude) * kScale;
    const std::uint64_t special = magnitude | kDoubleInfinity;
    const std::uint64_t unsigned_bits =
        (stored & 0x7fffu) >= kInfinity ? special : std::bit_cast<std::uint64_t>(finite);
    return std::bit_cast<double>(unsigned_bits | std::uint64_t{stored & 0x8000u} << 48);
  }

 private:
  static std::uint64_t shift_to_nearest_even(std::uint64_t value, int shift) {
    const std::uint64_t below_half = (std::uint64_t{1} << (shift - 1)) - 1;
    return (value + below_half + ((value >> shift) & 1)) >> shift;
  }
};

using Half = Format<5, 10>;
using Bfloat16 = Format<8, 7>;

template <typename Stored, typename Expand>
void widen_as(std::span<const std::byte> stored, std::span<double> values, Expand expand) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    Stored element;
    std::memcpy(&element, stored.data() + i * sizeof element, sizeof element);
    values[i] = expand(element);
  }
}

template <typename Stored, typename Round>
void narrow_as(std::span<const double> values, std::span<std::byte> stored, Round round) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Stored element = round(values[i]);
    std::memcpy(stored.data() + i * sizeof element, &element, sizeof element);
  }
}

void require_floating(Dtype dtype, std::size_t stored_bytes, std::size_t count) {
  if (!protocol::is_floating(dtype)) throw std::invalid_argument("not a floating dtype");
  if (stored_bytes != count * protocol::size_bytes(dtype)) throw std::invalid_argument("sizes do not match");
}

void drop_fraction_bits(std::span<float> values, int dropped) {
  for (float& value : values) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7f80'0000u) == 0x7f80'0000u) continue;
    const std::uint32_t to_even = (1u << (dropped - 1)) - 1 + ((bits >> dropped) & 1);
    value = std::bit_cast<float>((bits + to_even) >> dropped << dropped);
  }
}

}  // namespace

double from_half(std::uint16_t bits) { return Half::expand(bits); }
double from_bfloat16(std::uint16_t bits) { return Bfloat16::expand(bits); }
std::uint16_t to_half(double value) { return Half::round(value); }
std::uint16_t to_bfloat16(double value) { return Bfloat16::round(value); }

void widen(Dtype dtype, std::span<const std::byte> stored, std::span<double> values) {
  require_floating(dtype, stored.size(), values.size());
  switch (dtype) {
    case Dtype::float16:
      return widen_as<std::uint16_t>(stored, values, Half::expand);
    case Dtype::bfloat16:
      return widen_as<std::uint16_t>(stored, values, Bfloat16::expand);
    case Dtype::float32:
      return widen_as<float>(stored, values, [](float v) { return static_cast<double>(v); });
    default:
      std::memcpy(values.data(), stored.data(), stored.size());
  }
}

void narrow(Dtype dtype, std::span<const double> values, std::span<std::byte> stored) {
  require_floating(dtype, stored.size(), values.size());
  switch (dtype) {
    case Dtype::float16:
      return narrow_as<std::uint16_t>(values, stored, Half::round);
    case Dtype::bfloat16:
      return narrow_as<std::uint16_t>(values, stored, Bfloat16::round);
    case Dtype::float32:
      return narrow_as<float>(values, stored, [](double v) { return static_cast<float>(v); });
    default:
      std::memcpy(stored.data(), values.data(), stored.size());
  }
}

double unit_roundoff(Dtype dtype) {
  switch (dtype) {
    case Dtype::float64:
      return 0x1p-53;
    case Dtype::float32:
      return 0x1p-24;
    case Dtype::float16:
      return 0x1p-11;
    case Dtype::bfloat16:
      return 0x1p-8;
    default:
      return 0;
  }
}

void round_to_tf32(std::span<float> values) { drop_fraction_bits(values, 13); }
void round_to_bfloat16(std::span<float> values) { drop_fraction_bits(values, 16); }

}  // namespace leap::judge
