#include "sandbox/judge/convert.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace leap::judge {
namespace {

using protocol::Dtype;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Rounds by definition: among all finite values of the format (and the first beyond, which stands for infinity) the
// nearest, and the even one of two that are equally near. Needs nothing but comparison and exact differences.
class SlowRounding {
 public:
  SlowRounding(double (*expand)(std::uint16_t), std::uint16_t infinity, double beyond) : infinity_(infinity) {
    for (unsigned bits = 0; bits < infinity; ++bits) values_.push_back(expand(static_cast<std::uint16_t>(bits)));
    values_.push_back(beyond);
  }

  std::uint16_t operator()(double value) const {
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
    const double magnitude = std::fabs(value);
    if (magnitude >= values_.back()) return sign | infinity_;
    const auto above = std::upper_bound(values_.begin(), values_.end(), magnitude);
    const auto high = static_cast<std::uint16_t>(above - values_.begin());
    const auto low = static_cast<std::uint16_t>(high - 1);
    // Halving is exact here, and so is the middle of two neighbours.
    const double middle = values_[low] / 2 + values_[high] / 2;
    const bool up = magnitude > middle || (magnitude == middle && low % 2 == 1);
    return sign | (up ? high : low);
  }

 private:
  std::uint16_t infinity_;
  std::vector<double> values_;
};

const SlowRounding& slow_half() {
  static const SlowRounding rounding(from_half, 0x7c00, 65536.0);
  return rounding;
}

const SlowRounding& slow_bfloat16() {
  static const SlowRounding rounding(from_bfloat16, 0x7f80, 0x1p128);
  return rounding;
}

// Random doubles with exponents in [low, high], half of them near a tie of a format with `fraction` stored bits.
class RandomDoubles {
 public:
  RandomDoubles(int low, int high, int fraction) : exponents_(low, high), fraction_(fraction) {}

  double next() {
    std::uint64_t bits = generator_();
    if (bits & 1) {
      const std::uint64_t tie = std::uint64_t{1} << (51 - fraction_);
      bits = (bits & ~(2 * tie - 1)) + tie + (generator_() % 3) - 1;
    }
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
    const double value = std::ldexp(std::bit_cast<double>(fraction | 0x3ff0'0000'0000'0000), exponents_(generator_));
    return generator_() & 1 ? -value : value;
  }

 private:
  std::mt19937_64 generator_{7};
  std::uniform_int_distribution<int> exponents_;
  int fraction_;
};

TEST(Convert, EveryHalfComesBack) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const double value = from_half(half);
    if (std::isnan(value)) {
      EXPECT_EQ(to_half(value) & 0x7e00, 0x7e00);
      EXPECT_EQ(to_half(value) >> 15, half >> 15);
      EXPECT_GT(half & 0x7fff, 0x7c00);
    } else {
      ASSERT_EQ(to_half(value), half);
    }
  }
}

TEST(Convert, EveryBfloat16ComesBackAndIsTheUpperHalfOfAFloat) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const auto bfloat16 = static_cast<std::uint16_t>(bits);
    const double value = from_bfloat16(bfloat16);
    const auto as_float = std::bit_cast<float>(bits << 16);
    if (std::isnan(as_float)) {
      EXPECT_TRUE(std::isnan(value));
      EXPECT_EQ(to_bfloat16(value) & 0x7fc0, 0x7fc0);
      EXPECT_EQ(to_bfloat16(value) >> 15, bfloat16 >> 15);
    } else {
      ASSERT_EQ(value, static_cast<double>(as_float));
      ASSERT_EQ(to_bfloat16(value), bfloat16);
    }
  }
}

TEST(Convert, KnownValues) {
  EXPECT_EQ(to_half(1), 0x3c00);
  EXPECT_EQ(to_half(-2), 0xc000);
  EXPECT_EQ(to_half(65504), 0x7bff);
  EXPECT_EQ(to_half(-0.0), 0x8000);
  EXPECT_EQ(from_half(0x0001), 0x1p-24);
  EXPECT_EQ(from_half(0x0400), 0x1p-14);
  EXPECT_EQ(to_bfloat16(1), 0x3f80);
  EXPECT_EQ(to_bfloat16(3.140625), 0x4049);
}

TEST(Convert, OverflowGivesInfinityFromTheMiddleOnward) {
  EXPECT_EQ(to_half(65520), 0x7c00);
  EXPECT_EQ(to_half(std::nextafter(65520.0, 0)), 0x7bff);
  EXPECT_EQ(to_half(-1e300), 0xfc00);
  EXPECT_EQ(to_half(kInfinity), 0x7c00);
  EXPECT_EQ(to_bfloat16(0x1.ffp127), 0x7f80);
  EXPECT_EQ(to_bfloat16(std::nextafter(0x1.ffp127, 0)), 0x7f7f);
  EXPECT_EQ(to_bfloat16(-kInfinity), 0xff80);
}

TEST(Convert, TinyValuesRoundToSubnormalsOrZero) {
  EXPECT_EQ(to_half(0x1p-25), 0x0000);  // a tie between 0 and the smallest: even is 0
  EXPECT_EQ(to_half(std::nextafter(0x1p-25, 1)), 0x0001);
  EXPECT_EQ(to_half(-0x1.8p-24), 0x8002);
  EXPECT_EQ(to_half(0x1.ffcp-15), 0x03ff + 1);  // the carry makes the smallest normal number
  EXPECT_EQ(to_half(std::numeric_limits<double>::denorm_min()), 0);
  EXPECT_EQ(to_bfloat16(0x1p-134), 0x0000);
  EXPECT_EQ(to_bfloat16(std::nextafter(0x1p-134, 1)), 0x0001);
}

TEST(Convert, NanStaysNanWithItsSign) {
  EXPECT_EQ(to_half(kNan), 0x7e00);
  EXPECT_EQ(to_half(-kNan), 0xfe00);
  EXPECT_EQ(to_bfloat16(kNan), 0x7fc0);
  // A payload that lies only in bits that are cut off must not turn into infinity.
  EXPECT_EQ(to_half(std::bit_cast<double>(std::uint64_t{0x7ff0'0000'0000'0001})), 0x7e00);
}

TEST(Convert, RoundsOnceNotThroughFloat) {
  const double just_above_tie = 1 + 0x1p-11 + 0x1p-40;  // rounding to float first would make it a tie
  EXPECT_EQ(to_half(just_above_tie), 0x3c01);
  EXPECT_EQ(to_half(static_cast<double>(static_cast<float>(just_above_tie))), 0x3c00);
  EXPECT_EQ(to_bfloat16(1 + 0x1p-8 + 0x1p-40), 0x3f81);
  EXPECT_EQ(to_bfloat16(1 + 0x1p-8), 0x3f80);
}

TEST(Convert, HalfAgreesWithRoundingByDefinition) {
  RandomDoubles random(-28, 17, 10);
  for (int i = 0; i < 1'000'000; ++i) {
    const double value = random.next();
    ASSERT_EQ(to_half(value), slow_half()(value)) << value;
  }
}

TEST(Convert, Bfloat16AgreesWithRoundingByDefinition) {
  RandomDoubles random(-137, 129, 7);
  for (int i = 0; i < 1'000'000; ++i) {
    const double value = random.next();
    ASSERT_EQ(to_bfloat16(value), slow_bfloat16()(value)) << value;
  }
}

#ifdef __FLT16_MANT_DIG__
TEST(Convert, HalfAgreesWithTheCompiler) {
  RandomDoubles random(-28, 17, 10);
  for (int i = 0; i < 4'000'000; ++i) {
    const double value = random.next();
    ASSERT_EQ(to_half(value), std::bit_cast<std::uint16_t>(static_cast<_Float16>(value))) << value;
  }
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const auto value = static_cast<double>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits)));
    if (std::isnan(value)) continue;
    ASSERT_EQ(from_half(static_cast<std::uint16_t>(bits)), value);
  }
}
#endif

TEST(Convert, ArraysAgreeWithSingleElements) {
  RandomDoubles random(-30, 14, 10);  // no overflow in any dtype
  std::vector<double> values(1003);
  for (double& value : values) value = random.next();
  for (const Dtype dtype : {Dtype::float16, Dtype::bfloat16, Dtype::float32, Dtype::float64}) {
    std::vector<std::byte> stored(values.size() * protocol::size_bytes(dtype));
    std::vector<double> back(values.size());
    narrow(dtype, values, stored);
    widen(dtype, stored, back);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double one = dtype == Dtype::float16    ? from_half(to_half(values[i]))
                         : dtype == Dtype::bfloat16 ? from_bfloat16(to_bfloat16(values[i]))
                         : dtype == Dtype::float32  ? static_cast<double>(static_cast<float>(values[i]))
                                                    : values[i];
      ASSERT_EQ(back[i], one);
      ASSERT_LE(std::fabs(back[i] - values[i]),
                unit_roundoff(dtype) * std::max(std::fabs(values[i]), 0x1p-14));  // half's smallest normal
    }
  }
}

TEST(Convert, ArraysRefuseIntegersAndWrongSizes) {
  std::vector<double> values(4);
  std::vector<std::byte> stored(16);
  EXPECT_THROW(widen(Dtype::int32, stored, values), std::invalid_argument);
  EXPECT_THROW(narrow(Dtype::float16, values, stored), std::invalid_argument);
}

float tf32(float value) {
  round_to_tf32({&value, 1});
  return value;
}

TEST(Convert, Tf32KeepsTenFractionBits) {
  EXPECT_EQ(tf32(1 + 0x1p-10f), 1 + 0x1p-10f);
  EXPECT_EQ(tf32(1 + 0x1p-11f), 1.0f);                    // tie to even
  EXPECT_EQ(tf32(1 + 0x1p-10f + 0x1p-11f), 1 + 0x1p-9f);  // tie to even, upward
  EXPECT_EQ(tf32(-1 - 0x1.1p-11f), -1 - 0x1p-10f);
  EXPECT_TRUE(std::isinf(tf32(std::numeric_limits<float>::max())));
  EXPECT_TRUE(std::isinf(tf32(std::numeric_limits<float>::infinity())));
  EXPECT_TRUE(std::isnan(tf32(std::bit_cast<float>(0x7f80'0001u))));
}

TEST(Convert, RoundingFloatsToBfloat16AgreesWithTheConversion) {
  RandomDoubles random(-100, 100, 7);
  for (int i = 0; i < 100'000; ++i) {
    auto value = static_cast<float>(random.next());
    const double expected = from_bfloat16(to_bfloat16(value));
    round_to_bfloat16({&value, 1});
    ASSERT_EQ(value, expected);
  }
}

TEST(Convert, UnitRoundoffIsHalfTheGapAboveOne) {
  EXPECT_EQ(2 * unit_roundoff(Dtype::float16), from_half(0x3c01) - 1);
  EXPECT_EQ(2 * unit_roundoff(Dtype::bfloat16), from_bfloat16(0x3f81) - 1);
  EXPECT_EQ(2 * unit_roundoff(Dtype::float32), std::numeric_limits<float>::epsilon());
  EXPECT_EQ(2 * unit_roundoff(Dtype::float64), std::numeric_limits<double>::epsilon());
  EXPECT_EQ(unit_roundoff(Dtype::int64), 0);
}

}  // namespace
}  // namespace leap::judge
