#include "sandbox/judge/draw.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "protocol/schema_error.h"
#include "sandbox/judge/convert.h"

namespace leap::judge {
namespace {

using protocol::Dtype;
using Kind = protocol::InputSpec::Kind;

constexpr Dtype kAllDtypes[] = {Dtype::float32, Dtype::float64, Dtype::float16, Dtype::bfloat16,
                                Dtype::int32,   Dtype::int64,   Dtype::boolean};
constexpr Dtype kFloats[] = {Dtype::float32, Dtype::float64, Dtype::float16, Dtype::bfloat16};

Key test_key() {
  Key key;
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(i);
  return key;
}

protocol::InputSpec spec_of(Kind kind) {
  protocol::InputSpec spec;
  spec.kind = kind;
  return spec;
}

std::vector<std::byte> draw(Dtype dtype, const protocol::InputSpec& spec, std::size_t count, std::uint64_t set = 0,
                            std::uint32_t tensor = 0, const protocol::AxisValues& axes = {}) {
  protocol::TensorSpec tensor_spec;
  tensor_spec.name = "x";
  tensor_spec.dtype = dtype;
  std::vector<std::byte> out(count * protocol::size_bytes(dtype));
  draw_input(test_key(), set, tensor, tensor_spec, spec, axes, out);
  return out;
}

std::vector<double> draw_values(Dtype dtype, const protocol::InputSpec& spec, std::size_t count,
                                std::uint64_t set = 0) {
  std::vector<double> values(count);
  widen(dtype, draw(dtype, spec, count, set), values);
  return values;
}

std::vector<std::int64_t> draw_int64(const std::string& low, const std::string& high, std::size_t count,
                                     const protocol::AxisValues& axes = {}) {
  auto spec = spec_of(Kind::integers);
  spec.low_expression = low;
  spec.high_expression = high;
  std::vector<std::int64_t> values(count);
  const std::vector<std::byte> bytes = draw(Dtype::int64, spec, count, 0, 0, axes);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

std::uint64_t fnv1a(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
  for (const std::byte byte : bytes) hash = (hash ^ static_cast<std::uint8_t>(byte)) * 0x100'0000'01b3;
  return hash;
}

std::string refusal(Dtype dtype, const protocol::InputSpec& spec, const protocol::AxisValues& axes = {}) {
  try {
    draw(dtype, spec, 16, 0, 0, axes);
  } catch (const protocol::SchemaError& error) {
    return error.what();
  }
  return "";
}

// The bits of every kind of draw and of poison, for ever: a recorded evaluation must stay repeatable. 3000 elements
// reach across chunks and end inside one.
TEST(Draw, BitsNeverChange) {
  auto uniform = spec_of(Kind::uniform);
  uniform.low = -1.5;
  uniform.high = 2.25;
  auto integers = spec_of(Kind::integers);
  integers.low_expression = "-n";
  integers.high_expression = "3 * n";
  std::map<std::string, std::uint64_t> found;
  for (const Dtype dtype : kAllDtypes) {
    const std::string word(protocol::name(dtype));
    if (protocol::is_floating(dtype)) {
      found["mixed " + word] = fnv1a(draw(dtype, spec_of(Kind::mixed), 3000, 5, 2));
      found["positive " + word] = fnv1a(draw(dtype, spec_of(Kind::positive), 3000, 5, 2));
      found["uniform " + word] = fnv1a(draw(dtype, uniform, 3000, 5, 2));
    }
    if (dtype != Dtype::boolean) found["integers " + word] = fnv1a(draw(dtype, integers, 3000, 5, 2, {{"n", 17}}));
    std::vector<std::byte> poisoned(3000 * protocol::size_bytes(dtype));
    poison(test_key(), 5, 2, dtype, poisoned);
    found["poison " + word] = fnv1a(poisoned);
  }
  found["boolean bool"] = fnv1a(draw(Dtype::boolean, spec_of(Kind::boolean), 3000, 5, 2));
  const std::map<std::string, std::uint64_t> golden = {
#include "tests/judge/draw_golden.inc"
  };
  for (const auto& [what, hash] : found) {
    const auto known = golden.find(what);
    EXPECT_TRUE(known != golden.end() && known->second == hash)
        << "{\"" << what << "\", 0x" << std::hex << hash << "},";
  }
  EXPECT_EQ(found.size(), golden.size());
}

TEST(Draw, TensorsAndSetsAreIndependent) {
  std::set<std::uint64_t> hashes;
  for (std::uint64_t set : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
    for (std::uint32_t tensor : {0u, 1u, 15u}) {
      hashes.insert(fnv1a(draw(Dtype::float32, spec_of(Kind::mixed), 100, set, tensor)));
    }
  }
  EXPECT_EQ(hashes.size(), 12u);

  // No linear relation either: the correlation of two tensors is that of independent ones.
  const std::size_t count = 1 << 16;
  const std::vector<double> a = draw_values(Dtype::float64, spec_of(Kind::mixed), count, 1);
  const std::vector<double> b = draw_values(Dtype::float64, spec_of(Kind::mixed), count, 2);
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < count; ++i) ab += a[i] * b[i], aa += a[i] * a[i], bb += b[i] * b[i];
  EXPECT_LT(std::fabs(ab) / std::sqrt(aa * bb), 5 / std::sqrt(count));
}

TEST(Draw, MixedIsCentredSignedAndOfMixedMagnitude) {
  const std::size_t count = 1 << 18;
  const std::vector<double> values = draw_values(Dtype::float64, spec_of(Kind::mixed), count);
  double sum = 0, squares = 0, magnitudes = 0;
  std::map<int, int> exponents;
  std::size_t negative = 0;
  for (const double value : values) {
    sum += value;
    squares += value * value;
    magnitudes += std::fabs(value);
    negative += value < 0;
    if (value != 0) ++exponents[std::ilogb(value)];
  }
  const double rms = std::sqrt(squares / count);
  EXPECT_LT(std::fabs(sum / count), 5 * rms / std::sqrt(count));
  EXPECT_NEAR(static_cast<double>(negative) / count, 0.5, 5 * 0.5 / std::sqrt(count));
  EXPECT_GT(magnitudes / count, 0.4);  // about 1 times a scale in [0.5, 2)
  EXPECT_LT(magnitudes / count, 2.0);
  int common = 0;
  for (const auto& [exponent, seen] : exponents) common += seen > static_cast<int>(count / 50);
  EXPECT_GE(common, 8) << "magnitudes spread over at least eight powers of two";
}

// Four uniforms of variance 1/12 give a bell of variance 1/3; what is left over is the square of the set's scale.
TEST(Draw, MixedHasTheStatedVariance) {
  const std::size_t count = 1 << 18;
  double least = 1e9, most = 0;
  for (std::uint64_t set = 0; set < 24; ++set) {
    double squares = 0;
    for (const double value : draw_values(Dtype::float64, spec_of(Kind::mixed), count / 16, set))
      squares += value * value;
    const double powers = (256.0 - 1.0 / 256) / 3 / 8;  // mean of 4^e, e = -4 .. 3
    const double scale = std::sqrt(squares / (count / 16) / (powers / 3));
    least = std::min(least, scale);
    most = std::max(most, scale);
  }
  EXPECT_GE(least, 0.5 * 0.95);
  EXPECT_LE(most, 2.0 * 1.05);
  EXPECT_LT(least, 0.8) << "the scale differs from set to set";
  EXPECT_GT(most, 1.3);
}

TEST(Draw, MixedFillsTheSignificandSoThatRoundingLoses) {
  const std::vector<double> values = draw_values(Dtype::float64, spec_of(Kind::mixed), 4096);
  std::size_t survive_float = 0;
  for (const double value : values) survive_float += static_cast<double>(static_cast<float>(value)) == value;
  EXPECT_LT(survive_float, 16u);
}

TEST(Draw, MixedStaysFiniteInEveryDtype) {
  for (const Dtype dtype : kFloats) {
    for (const double value : draw_values(dtype, spec_of(Kind::mixed), 1 << 16)) ASSERT_LT(std::fabs(value), 32.1);
  }
}

TEST(Draw, ADtypeIsTheRoundedDoubleDraw) {
  const std::vector<double> exact = draw_values(Dtype::float64, spec_of(Kind::mixed), 2500);
  for (const Dtype dtype : kFloats) {
    const std::vector<double> rounded = draw_values(dtype, spec_of(Kind::mixed), 2500);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      ASSERT_LE(std::fabs(rounded[i] - exact[i]), unit_roundoff(dtype) * std::max(std::fabs(exact[i]), 0x1p-14));
    }
  }
}

TEST(Draw, AShorterDrawIsAPrefixUpToWholeChunks) {
  const std::vector<double> longer = draw_values(Dtype::float32, spec_of(Kind::mixed), 4096);
  const std::vector<double> shorter = draw_values(Dtype::float32, spec_of(Kind::mixed), 2048);
  EXPECT_TRUE(std::equal(shorter.begin(), shorter.end(), longer.begin()));
}

TEST(Draw, PositiveStaysAwayFromZero) {
  for (const Dtype dtype : kFloats) {
    for (const double value : draw_values(dtype, spec_of(Kind::positive), 1 << 14)) ASSERT_GE(value, 0x1p-6);
  }
}

TEST(Draw, UniformFillsItsRangeEvenly) {
  auto spec = spec_of(Kind::uniform);
  spec.low = -3;
  spec.high = 5;
  for (const Dtype dtype : kFloats) {
    std::array<int, 8> buckets{};
    const std::size_t count = 1 << 16;
    for (const double value : draw_values(dtype, spec, count)) {
      ASSERT_GE(value, -3);
      ASSERT_LT(value, 5);
      ++buckets[static_cast<std::size_t>(std::floor(value + 3))];
    }
    // 8-bit significands round up to 0.4 % of the values near 4 into the next bucket.
    for (const int bucket : buckets) EXPECT_NEAR(bucket, count / 8, dtype == Dtype::bfloat16 ? 450 : 5 * 85);
  }
}

TEST(Draw, UniformNeverReachesHighEvenWhenRoundingWould) {
  auto spec = spec_of(Kind::uniform);
  spec.low = 1;
  spec.high = 1.02;  // two or three bfloat16 values, 21 halves
  for (const Dtype dtype : kFloats) {
    std::set<double> seen;
    for (const double value : draw_values(dtype, spec, 4096)) {
      ASSERT_GE(value, 1);
      ASSERT_LT(value, 1.02);
      seen.insert(value);
    }
    EXPECT_EQ(*seen.begin() == 1.0, protocol::size_bytes(dtype) == 2);
    EXPECT_GE(seen.size(), 3u);
  }
  spec.low = -0x1p-26;  // subnormal bounds between elements of the dtype
  spec.high = 0x1p-25;
  for (const double value : draw_values(Dtype::float16, spec, 256)) ASSERT_EQ(value, 0);
}

TEST(Draw, UniformRefusesWhatCannotBe) {
  auto spec = spec_of(Kind::uniform);
  spec.low = 2;
  spec.high = 2;
  EXPECT_NE(refusal(Dtype::float32, spec), "");
  spec.high = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(refusal(Dtype::float32, spec), "");
  spec.low = 1.0001;
  spec.high = 1.0002;
  EXPECT_EQ(refusal(Dtype::float32, spec), "");
  EXPECT_NE(refusal(Dtype::bfloat16, spec).find("no bfloat16 lies in"), std::string::npos);
  spec.high = 1e6;
  EXPECT_NE(refusal(Dtype::float16, spec).find("does not fit float16"), std::string::npos);
  spec.low = -1.7e308;
  spec.high = 1.7e308;
  EXPECT_NE(refusal(Dtype::float64, spec), "");
}

TEST(Draw, IntegersCoverTheirRangeEvenly) {
  std::map<std::int64_t, int> seen;
  for (const std::int64_t value : draw_int64("n - 3", "2 * n", 70'000, {{"n", 4}})) ++seen[value];
  EXPECT_EQ(seen.begin()->first, 1);
  EXPECT_EQ(seen.rbegin()->first, 7);
  for (const auto& [value, count] : seen) EXPECT_NEAR(count, 10'000, 500) << value;
}

TEST(Draw, IntegersDefaultToAThousandEitherWay) {
  const std::vector<std::int64_t> values = draw_int64("", "", 100'000);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  EXPECT_EQ(*least, -1000);
  EXPECT_EQ(*most, 999);
}

TEST(Draw, IntegersReachAcrossTheWholeType) {
  const std::vector<std::int64_t> values = draw_int64("-9223372036854775807", "9223372036854775807", 1000);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  EXPECT_LT(*least, -(std::int64_t{1} << 62));
  EXPECT_GT(*most, std::int64_t{1} << 62);
}

TEST(Draw, IntegersRefuseEmptyRangesAndWhatDoesNotFit) {
  auto spec = spec_of(Kind::integers);
  spec.low_expression = "n";
  spec.high_expression = "n";
  EXPECT_EQ(refusal(Dtype::int64, spec, {{"n", 5}}), "$.inputs.x: the range [5, 5) is empty");
  spec.high_expression = "3000000000";
  EXPECT_NE(refusal(Dtype::int32, spec, {{"n", 5}}).find("does not fit int32"), std::string::npos);
  EXPECT_EQ(refusal(Dtype::int64, spec, {{"n", 5}}), "");
  EXPECT_NE(refusal(Dtype::int64, spec).find("$.inputs.x.low"), std::string::npos) << "unknown axis";
  spec.low_expression = "0";
  spec.high_expression = "2 +";
  EXPECT_NE(refusal(Dtype::int64, spec).find("$.inputs.x.high"), std::string::npos) << "bad syntax";
  spec.high_expression = "2147483648";
  EXPECT_EQ(refusal(Dtype::int32, spec), "") << "high is exclusive";
  EXPECT_EQ(refusal(Dtype::float32, spec_of(Kind::integers)), "") << "integral floats, when they are exact";
  EXPECT_NE(refusal(Dtype::bfloat16, spec_of(Kind::integers)), "");
}

TEST(Draw, KindsAreRefusedWhereTheyDoNotExist) {
  EXPECT_NE(refusal(Dtype::int32, spec_of(Kind::mixed)), "");
  EXPECT_NE(refusal(Dtype::boolean, spec_of(Kind::uniform)), "");
  EXPECT_NE(refusal(Dtype::float32, spec_of(Kind::boolean)), "");
}

TEST(Draw, BooleansAreZeroOrOneInEqualParts) {
  std::size_t ones = 0;
  const std::vector<std::byte> values = draw(Dtype::boolean, spec_of(Kind::boolean), 100'001);
  for (const std::byte value : values) {
    ASSERT_LE(static_cast<int>(value), 1);
    ones += static_cast<std::size_t>(value);
  }
  EXPECT_NEAR(static_cast<double>(ones), 50'000, 800);
}

TEST(Poison, FloatsAreQuietNansOfBothSignsThatNoHardwareMakes) {
  for (const Dtype dtype : kFloats) {
    const std::size_t size = protocol::size_bytes(dtype);
    const std::size_t count = 20'000;
    std::vector<std::byte> bytes(count * size);
    poison(test_key(), 0, 0, dtype, bytes);
    std::vector<double> values(count);
    widen(dtype, bytes, values);
    std::size_t negative = 0;
    std::set<std::uint64_t> patterns;
    const int fraction = std::map<Dtype, int>{
        {Dtype::float16, 10}, {Dtype::bfloat16, 7}, {Dtype::float32, 23}, {Dtype::float64, 52}}[dtype];
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_TRUE(std::isnan(values[i]));
      negative += std::signbit(values[i]);
      std::uint64_t bits = 0;
      std::memcpy(&bits, &bytes[i * size], size);
      patterns.insert(bits);
      const std::uint64_t payload_mask = (std::uint64_t{1} << (fraction - 1)) - 1;
      ASSERT_EQ(bits >> (fraction - 1) & 1, 1u) << "quiet";
      ASSERT_NE(bits & payload_mask, 0u);
      ASSERT_NE(bits & payload_mask, payload_mask);
    }
    EXPECT_NEAR(static_cast<double>(negative) / count, 0.5, 0.03);
    EXPECT_GE(patterns.size(), std::min<std::size_t>(count * 9 / 10, 2 * ((std::size_t{1} << (fraction - 1)) - 2)));
  }
}

TEST(Poison, IntegersAreHugeAndBoolsAreNoBools) {
  std::vector<std::byte> bytes(80'000);
  poison(test_key(), 0, 0, Dtype::int32, bytes);
  std::size_t negative = 0;
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    std::int32_t value;
    std::memcpy(&value, &bytes[i], 4);
    ASSERT_TRUE(value >= 1 << 30 || value < -(1 << 30));
    negative += value < 0;
  }
  EXPECT_NEAR(static_cast<double>(negative), 10'000, 500);
  poison(test_key(), 0, 0, Dtype::int64, bytes);
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::int64_t value;
    std::memcpy(&value, &bytes[i], 8);
    ASSERT_TRUE(value >= std::int64_t{1} << 62 || value < -(std::int64_t{1} << 62));
  }
  poison(test_key(), 0, 0, Dtype::boolean, bytes);
  EXPECT_EQ(static_cast<int>(*std::min_element(bytes.begin(), bytes.end())), 2);
  EXPECT_EQ(static_cast<int>(*std::max_element(bytes.begin(), bytes.end())), 255);
}

TEST(Poison, DiffersFromCallToCallAndFromTheInputs) {
  std::set<std::uint64_t> hashes;
  std::vector<std::byte> bytes(400);
  for (std::uint64_t call = 0; call < 8; ++call) {
    for (std::uint32_t tensor = 0; tensor < 2; ++tensor) {
      poison(test_key(), call, tensor, Dtype::int64, bytes);
      hashes.insert(fnv1a(bytes));
    }
  }
  EXPECT_EQ(hashes.size(), 16u);
}

}  // namespace
}  // namespace leap::judge
