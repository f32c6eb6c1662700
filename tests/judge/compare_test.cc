#include "sandbox/judge/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "sandbox/judge/convert.h"
#include "sandbox/judge/draw.h"
#include "tests/judge/noise.h"

namespace leap::judge {
namespace {

using protocol::Dtype;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr Dtype kFloats[] = {Dtype::float32, Dtype::float64, Dtype::float16, Dtype::bfloat16};

template <typename T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

std::vector<std::byte> stored(Dtype dtype, const std::vector<double>& values) {
  std::vector<std::byte> bytes(values.size() * protocol::size_bytes(dtype));
  narrow(dtype, values, bytes);
  return bytes;
}

std::vector<std::byte> poisoned(Dtype dtype, std::size_t count) {
  std::vector<std::byte> bytes(count * protocol::size_bytes(dtype));
  poison(Key{}, 0, 0, dtype, bytes);
  return bytes;
}

// Rounds `got` to the dtype and compares.
Comparison check(Dtype dtype, const std::vector<double>& expected, const std::vector<double>& got, double n = 1,
                 double typical = 0) {
  return compare({dtype, n, typical}, bytes_of(expected), stored(dtype, got), poisoned(dtype, got.size()));
}

std::vector<double> reference(std::size_t count, std::uint64_t set = 0) {
  std::vector<double> values(count);
  protocol::TensorSpec spec;
  spec.name = "e";
  spec.dtype = Dtype::float64;
  draw_input(Key{}, set, 0, spec, {}, {}, std::as_writable_bytes(std::span(values)));
  return values;
}

double rms_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum / static_cast<double>(values.size()));
}

std::string only_note(const Comparison& found) {
  return found.first.size() == 1 ? found.first[0].note : "(" + std::to_string(found.first.size()) + " mismatches)";
}

// --- what must pass -----------------------------------------------------------------------------------------------

// Whatever the other draws looked like: what is typical widens the bounds of a small output, it never narrows them.
TEST(Compare, TheRoundedReferenceIsRightWhateverIsTypical) {
  for (const Dtype dtype : kFloats) {
    for (std::uint64_t set = 0; set < 200; ++set) {
      const auto exact = reference(1 + set % 20, set);
      for (const double typical : {0x1p-10, 0.1, 1.0, 30.0}) {
        EXPECT_TRUE(check(dtype, exact, exact, 1, typical).right) << "set " << set << ", typical " << typical;
      }
    }
  }
}

TEST(Compare, TheRoundedReferenceIsRightInEveryDtype) {
  for (const Dtype dtype : kFloats) {
    for (const std::size_t count : {1, 7, 512, 513, 5000}) {
      const Comparison found = check(dtype, reference(count), reference(count));
      EXPECT_TRUE(found.right);
      EXPECT_LE(found.worst_ratio, 0.5);  // kRounding is 2
      EXPECT_LE(found.rms_ratio, 1);
      EXPECT_TRUE(found.first.empty());
    }
  }
}

TEST(Compare, SubnormalOutputsAreRight) {
  std::vector<double> tiny = reference(1000);
  for (const auto& [dtype, scale] : {std::pair{Dtype::float32, 0x1p-140},
                                     {Dtype::float16, 0x1p-21},
                                     {Dtype::bfloat16, 0x1p-130},
                                     {Dtype::float64, 0x1p-1060}}) {
    std::vector<double> expected = tiny;
    for (double& value : expected) value *= scale;
    EXPECT_TRUE(check(dtype, expected, expected).right) << protocol::name(dtype);
    EXPECT_FALSE(check(dtype, expected, std::vector<double>(1000)).right) << protocol::name(dtype);
  }
}

TEST(Compare, FlushingSubnormalsAmongNormalOutputsIsRight) {
  std::vector<double> expected = reference(1000);
  std::vector<double> got = expected;
  expected[3] = 0x1p-130;
  got[3] = 0;
  EXPECT_TRUE(check(Dtype::float32, expected, got).right);
}

TEST(Compare, NegativeZeroIsZero) { EXPECT_TRUE(check(Dtype::float32, {0.0, 1, 2}, {-0.0, 1, 2}).right); }

TEST(Compare, AZeroReferenceAcceptsOnlyZero) {
  EXPECT_TRUE(check(Dtype::float32, {0, 0}, {0, 0}).right);
  EXPECT_FALSE(check(Dtype::float32, {0, 0}, {0, 1e-30}).right);
}

TEST(Compare, HugeAndTinyFloat64OutputsKeepTheirBounds) {
  for (const double scale : {0x1p1010, 0x1p-900}) {
    std::vector<double> expected = reference(600);
    for (double& value : expected) value *= scale;
    std::vector<double> got = expected;
    for (double& value : got) value *= 1 + 0x1p-52;
    const Comparison honest = check(Dtype::float64, expected, got);
    EXPECT_TRUE(honest.right);
    EXPECT_GT(honest.rms_ratio, 0.1);
    got[9] += 0.01 * scale;
    EXPECT_EQ(check(Dtype::float64, expected, got).wrong_elements, 1u);
  }
}

TEST(Compare, SixteenBitOutputsOfAFloat32KernelPassAndLowerPrecisionFails) {
  const testing::Inputs inputs = testing::draw_inputs(1024, 256, 1);
  const testing::Task dot = testing::noise_tasks()[0];
  const std::vector<double> expected = dot.reference(inputs);
  const testing::Floats honest = dot.kernels[0].run(inputs);
  const std::vector<double> got(honest.begin(), honest.end());
  EXPECT_TRUE(check(Dtype::float16, expected, got, 256).right);
  EXPECT_TRUE(check(Dtype::bfloat16, expected, got, 256).right);

  testing::Floats coarse = honest;
  round_to_bfloat16(coarse);
  EXPECT_FALSE(check(Dtype::float16, expected, {coarse.begin(), coarse.end()}, 256).right);
  EXPECT_FALSE(check(Dtype::float64, expected, got, 256).right) << "float32 accumulation in a float64 task";
}

TEST(Compare, Float64KernelsMayAddInAnotherOrder) {
  const std::size_t n = 4096;
  std::vector<double> forward(64), backward(64);
  for (std::size_t row = 0; row < forward.size(); ++row) {
    const std::vector<double> x = reference(n, row);
    for (std::size_t i = 0; i < n; ++i) forward[row] += x[i], backward[row] += x[n - 1 - i];
  }
  const Comparison found = check(Dtype::float64, forward, backward, n);
  EXPECT_TRUE(found.right);
  EXPECT_GT(found.rms_ratio, 0);
  EXPECT_LT(found.rms_ratio, 0.25);
}

// --- what must fail -----------------------------------------------------------------------------------------------

TEST(Compare, ZerosConstantsAndShuffledOutputsFailInEveryDtypeAndLength) {
  const std::vector<double> expected = reference(4096);
  std::vector<double> shuffled = expected;
  std::rotate(shuffled.begin(), shuffled.begin() + 1, shuffled.end());
  for (const Dtype dtype : kFloats) {
    for (const double n : {1.0, 256.0, 65536.0, 16777216.0}) {
      EXPECT_FALSE(check(dtype, expected, std::vector<double>(4096, 0), n).right);
      EXPECT_FALSE(check(dtype, expected, std::vector<double>(4096, rms_of(expected)), n).right);
      EXPECT_FALSE(check(dtype, expected, shuffled, n).right);
      EXPECT_FALSE(check(dtype, expected, reference(4096, 1), n).right);
    }
  }
}

TEST(Compare, OneElementOffByOnePercentOfTheRmsFails) {
  const std::vector<double> expected = reference(3000);
  for (std::size_t at : {0, 511, 512, 1700, 2999}) {
    for (const double n : {1.0, 65536.0}) {
      std::vector<double> got = expected;
      got[at] += 0.01 * rms_of(expected);
      const Comparison found = check(Dtype::float32, expected, got, n);
      EXPECT_FALSE(found.right);
      EXPECT_EQ(found.wrong_elements, 1u);
      ASSERT_EQ(found.first.size(), 1u);
      EXPECT_EQ(found.first[0].index, at);
    }
  }
}

TEST(Compare, SpreadLowPrecisionFailsByTheRmsAloneAndNamesTheWorstElement) {
  std::vector<double> expected = reference(4096);
  std::vector<double> got = expected;
  // Alternating errors of 9 u R: inside the element bound (16 u R) and outside the RMS bound (5 u R).
  const double error = 9 * 0x1p-24 * rms_of(expected);
  for (std::size_t i = 0; i < got.size(); ++i) got[i] += i % 2 == 0 ? error : -error;
  const std::size_t smallest =
      static_cast<std::size_t>(std::min_element(expected.begin(), expected.end(),
                                                [](double a, double b) { return std::fabs(a) < std::fabs(b); }) -
                               expected.begin());
  got[smallest] = expected[smallest] + 1.5 * error;
  const Comparison found = check(Dtype::float32, expected, got);
  EXPECT_FALSE(found.right);
  EXPECT_EQ(found.wrong_elements, 0u);
  EXPECT_GT(found.rms_ratio, 1);
  EXPECT_LE(found.worst_ratio, 1);
  EXPECT_NE(only_note(found).find("lower precision"), std::string::npos);
  EXPECT_EQ(found.first[0].index, smallest);
}

// --- NaN and infinity ---------------------------------------------------------------------------------------------

TEST(Compare, NanIsRightOnlyWhereTheReferenceIsNan) {
  EXPECT_TRUE(check(Dtype::float32, {1, kNan, 2}, {1, -kNan, 2}).right);
  EXPECT_EQ(only_note(check(Dtype::float32, {1, kNan, 2}, {1, 5, 2})), "not NaN where the reference is NaN");
  EXPECT_EQ(only_note(check(Dtype::float32, {1, 3, 2}, {1, kNan, 2})), "NaN where the reference is finite");
  EXPECT_EQ(only_note(check(Dtype::float32, {1, kInfinity, 2}, {1, kNan, 2})), "NaN where the reference is infinite");
  EXPECT_EQ(check(Dtype::float32, {1, 3, 2}, {1, kNan, 2}).worst_ratio, kInfinity);
}

TEST(Compare, InfinityIsRightOnlyWhereTheReferenceIsInfinite) {
  EXPECT_TRUE(check(Dtype::float32, {1, kInfinity, -kInfinity}, {1, kInfinity, -kInfinity}).right);
  EXPECT_EQ(only_note(check(Dtype::float32, {1, kInfinity}, {1, -kInfinity})), "sign flipped");
  EXPECT_EQ(only_note(check(Dtype::float32, {1, 2}, {1, kInfinity})), "infinite where the reference is finite");
  for (const Dtype dtype : kFloats) {
    EXPECT_EQ(only_note(check(dtype, {1, kInfinity}, {1, 6e4})), "finite where the reference is infinite");
  }
}

TEST(Compare, AReferenceBeyondTheDtypeIsInfinite) {
  EXPECT_TRUE(check(Dtype::float16, {1, 1e5, -1e5}, {1, kInfinity, -kInfinity}).right);
  EXPECT_FALSE(check(Dtype::float16, {1, 1e5}, {1, 65504}).right);
  EXPECT_TRUE(check(Dtype::float32, {1, 1e39}, {1, kInfinity}).right);
  EXPECT_FALSE(check(Dtype::float64, {1, 1e39}, {1, kInfinity}).right);
}

TEST(Compare, AtTheEdgeOfOverflowBothSidesAreRight) {
  EXPECT_TRUE(check(Dtype::float16, {60000, 65519}, {60000, kInfinity}).right);
  EXPECT_TRUE(check(Dtype::float16, {60000, 65521}, {60000, 65504}).right);
  EXPECT_FALSE(check(Dtype::float16, {60000, 60000}, {60000, kInfinity}).right);
}

TEST(Compare, InfiniteReferencesDoNotWidenTheBoundOfOthers) {
  EXPECT_FALSE(check(Dtype::float32, {1, kInfinity, 2}, {1.01, kInfinity, 2}).right);
  EXPECT_FALSE(check(Dtype::float16, {1, 1e300, 2}, {1.01, kInfinity, 2}).right);
  EXPECT_FALSE(check(Dtype::float32, {1, kNan, 2}, {1.01, kNan, 2}).right);
}

// --- poison and notes ---------------------------------------------------------------------------------------------

TEST(Compare, AnElementStillPoisonIsNotWritten) {
  for (const Dtype dtype : kFloats) {
    const std::vector<double> expected = reference(2000);
    const std::vector<std::byte> before = poisoned(dtype, 2000);
    std::vector<std::byte> got = stored(dtype, expected);
    const std::size_t size = protocol::size_bytes(dtype);
    std::copy_n(before.begin() + static_cast<std::ptrdiff_t>(1234 * size), size,
                got.begin() + static_cast<std::ptrdiff_t>(1234 * size));
    const Comparison found = compare({dtype}, bytes_of(expected), got, before);
    EXPECT_FALSE(found.right);
    EXPECT_EQ(only_note(found), "not written");
    EXPECT_EQ(found.first[0].got, "nan");
  }
}

TEST(Compare, PoisonIsNotTheReferencesNan) {
  const std::vector<double> expected = {1, kNan};
  const std::vector<std::byte> before = poisoned(Dtype::float32, 2);
  std::vector<std::byte> got = stored(Dtype::float32, {1, kNan});
  EXPECT_TRUE(compare({}, bytes_of(expected), got, before).right);
  std::copy(before.begin() + 4, before.end(), got.begin() + 4);
  EXPECT_EQ(only_note(compare({}, bytes_of(expected), got, before)), "not written");
}

// A caller may hand in what was there before, whatever it was: only poison (NaN) tells that nothing was written.
TEST(Compare, ARightValueThatWasThereBeforeIsRight) {
  const std::vector<double> expected = {1, 2, kInfinity};
  const std::vector<std::byte> got = stored(Dtype::float32, {1, 2, kInfinity});
  EXPECT_TRUE(compare({}, bytes_of(expected), got, got).right);
}

TEST(Compare, NotesSayWhatIsWrong) {
  const std::vector<double> expected = reference(100);
  std::vector<double> got = expected;
  got[7] = -got[7];
  EXPECT_EQ(only_note(check(Dtype::float32, expected, got)), "sign flipped");
  EXPECT_EQ(only_note(check(Dtype::float32, {1, 1}, {1, 0})), "off by 4.9e+05 tolerances: zero");
  EXPECT_EQ(only_note(check(Dtype::float32, {1, 1}, {1, 1.62})), "off by 3.1e+05 tolerances");
}

TEST(Compare, NumbersAreTheShortestThatReadBack) {
  const Comparison found = check(Dtype::float32, {0.1, 1}, {0.3, 1});
  ASSERT_EQ(found.first.size(), 1u);
  EXPECT_EQ(found.first[0].expected, "0.1");
  EXPECT_EQ(found.first[0].got, "0.3");
  EXPECT_EQ(check(Dtype::float64, {0.1}, {1.0 / 3}).first[0].got, "0.3333333333333333");
  EXPECT_EQ(check(Dtype::float16, {1e6, 1}, {-kInfinity, 1}).first[0].expected, "inf");
  EXPECT_EQ(check(Dtype::float16, {1e6, 1}, {-kInfinity, 1}).first[0].got, "-inf");
}

TEST(Compare, KeepsTheFirstFewAndCountsAll) {
  const std::vector<double> expected = reference(2000);
  const std::vector<double> got(2000, 100.0);
  const Comparison found = compare({}, bytes_of(expected), stored(Dtype::float32, got), {}, 3);
  EXPECT_EQ(found.wrong_elements, 2000u);
  ASSERT_EQ(found.first.size(), 3u);
  EXPECT_EQ(found.first[2].index, 2u);
  EXPECT_TRUE(compare({}, bytes_of(expected), stored(Dtype::float32, got), {}, 0).first.empty());
}

// --- few elements -------------------------------------------------------------------------------------------------

// A dot product that nearly cancels: its float32 error is a thousand times the bound relative to itself, yet honest.
TEST(Compare, ATypicalScaleKeepsCancelledScalarsFromFailing) {
  const double error = 0x1p-24 * 64 * 100;  // u sqrt(4096) R
  EXPECT_FALSE(check(Dtype::float32, {0.01}, {0.01 + error}, 4096).right);
  EXPECT_TRUE(check(Dtype::float32, {0.01}, {0.01 + error}, 4096, 100).right);
  EXPECT_FALSE(check(Dtype::float32, {0.01}, {0.01 + 100 * error}, 4096, 100).right);
}

TEST(Compare, ATypicalScaleHasNoSayWhenThereAreEnoughElements) {
  const std::vector<double> expected = reference(kFewElements + 20);
  std::vector<double> got = expected;
  EXPECT_TRUE(check(Dtype::float32, expected, got, 1, 1e6).right);
  got[5] += 0.01;
  EXPECT_FALSE(check(Dtype::float32, expected, got, 1, 1e6).right);
}

TEST(Compare, RootMeanSquareLeavesOutWhatIsNotFiniteInTheDtype) {
  const std::vector<double> expected = {3, -4, kNan, kInfinity, 1e6};
  EXPECT_DOUBLE_EQ(root_mean_square(Dtype::float16, bytes_of(expected)), std::sqrt(12.5));
  EXPECT_DOUBLE_EQ(root_mean_square(Dtype::float32, bytes_of(expected)), std::sqrt((25 + 1e12) / 3));
  EXPECT_EQ(root_mean_square(Dtype::float16, bytes_of(std::vector<double>{kNan})), 0);
}

// --- integers and bool --------------------------------------------------------------------------------------------

TEST(Compare, IntegersAreExact) {
  std::vector<std::int64_t> expected(1500);
  std::vector<std::int32_t> narrow_got(1500);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    narrow_got[i] = static_cast<std::int32_t>(i * 2654435761u);
    expected[i] = narrow_got[i];
  }
  std::vector<std::int64_t> wide_got = expected;
  EXPECT_TRUE(compare({Dtype::int32}, bytes_of(expected), bytes_of(narrow_got), {}).right);
  EXPECT_TRUE(compare({Dtype::int64}, bytes_of(expected), bytes_of(wide_got), {}).right);
  narrow_got[1024] += 1;
  wide_got[3] -= 5;
  EXPECT_EQ(only_note(compare({Dtype::int32}, bytes_of(expected), bytes_of(narrow_got), {})), "off by 1");
  EXPECT_EQ(only_note(compare({Dtype::int64}, bytes_of(expected), bytes_of(wide_got), {})), "off by 5");
}

TEST(Compare, AnInt32CannotMatchAReferenceBeyondIt) {
  const std::vector<std::int64_t> expected = {std::int64_t{1} << 32};
  const std::vector<std::int32_t> got = {0};
  EXPECT_FALSE(compare({Dtype::int32}, bytes_of(expected), bytes_of(got), {}).right);
}

TEST(Compare, TheLargestIntegerDistanceIsPrinted) {
  const std::vector<std::int64_t> expected = {std::numeric_limits<std::int64_t>::min()};
  const std::vector<std::int64_t> got = {std::numeric_limits<std::int64_t>::max()};
  EXPECT_EQ(only_note(compare({Dtype::int64}, bytes_of(expected), bytes_of(got), {})), "off by 18446744073709551615");
}

TEST(Compare, UnwrittenIntegersAndBoolsAreNamed) {
  const std::vector<std::int64_t> expected = {1, 2};
  std::vector<std::byte> before = poisoned(Dtype::int64, 2);
  std::vector<std::byte> got(bytes_of(expected).begin(), bytes_of(expected).end());
  std::copy(before.begin() + 8, before.end(), got.begin() + 8);
  EXPECT_EQ(only_note(compare({Dtype::int64}, bytes_of(expected), got, before)), "not written");
  const std::vector<std::uint8_t> truth = {1};
  before = poisoned(Dtype::boolean, 1);
  EXPECT_EQ(only_note(compare({Dtype::boolean}, bytes_of(truth), before, before)), "not written");
}

TEST(Compare, ABoolIsZeroOrOne) {
  const std::vector<std::uint8_t> expected = {0, 1, 1};
  EXPECT_TRUE(compare({Dtype::boolean}, bytes_of(expected), bytes_of(expected), {}).right);
  const std::vector<std::uint8_t> not_a_bool = {0, 1, 2};
  EXPECT_EQ(only_note(compare({Dtype::boolean}, bytes_of(expected), bytes_of(not_a_bool), {})), "not a bool");
  const std::vector<std::uint8_t> other = {0, 0, 1};
  EXPECT_EQ(only_note(compare({Dtype::boolean}, bytes_of(expected), bytes_of(other), {})), "the other truth value");
}

// --- misuse -------------------------------------------------------------------------------------------------------

TEST(Compare, RefusesSizesThatDoNotBelongTogetherAndNothingAtAll) {
  const std::vector<double> expected(3);
  const std::vector<float> got(4);
  EXPECT_THROW(compare({}, bytes_of(expected), bytes_of(got), {}), std::invalid_argument);
  EXPECT_THROW(compare({}, {}, {}, {}), std::invalid_argument);
  EXPECT_THROW(compare({}, bytes_of(expected), bytes_of(got).first(12), bytes_of(got)), std::invalid_argument);
}

TEST(Compare, AccumulationsBelowOneOrNanCountAsOne) {
  const std::vector<double> expected = reference(100);
  std::vector<double> got = expected;
  got[0] *= 1 + 0x1p-23;
  const double ratio = check(Dtype::float32, expected, got, 1).worst_ratio;
  EXPECT_EQ(check(Dtype::float32, expected, got, -5).worst_ratio, ratio);
  EXPECT_EQ(check(Dtype::float32, expected, got, kNan).worst_ratio, ratio);
}

// --- against the formula, element by element ----------------------------------------------------------------------

// The header's formula, written down plainly for float32.
struct PlainCheck {
  std::size_t wrong = 0;
  double worst = 0;
  double rms_ratio = 0;
};

PlainCheck plain_check(const std::vector<double>& expected, const std::vector<float>& got, double n) {
  const double u = 0x1p-24;
  const double overflow = 0x1.ffffffp127;
  double squares = 0, error_squares = 0, count = 0;
  for (const double e : expected) {
    if (std::fabs(e) < overflow) squares += e * e, ++count;
  }
  const double r = count > 0 ? std::sqrt(squares / count) : 0;
  PlainCheck found;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double e = expected[i];
    const double bound = kElement * u * std::sqrt(n) * (r + std::fabs(e)) + kRounding * u * (std::fabs(e) + 0x1p-126);
    double ratio = kInfinity;
    if (std::isnan(e) || std::isnan(got[i])) {
      ratio = std::isnan(e) && std::isnan(got[i]) ? 0 : kInfinity;
    } else if (std::isinf(got[i])) {
      ratio = std::fabs(e) >= overflow && (e > 0) == (got[i] > 0) ? 0 : kInfinity;
    } else if (!std::isinf(e)) {
      ratio = std::fabs(got[i] - e) / bound;
      if (std::fabs(e) < overflow) error_squares += (got[i] - e) * (got[i] - e);
    }
    found.wrong += !(ratio <= 1);
    found.worst = std::max(found.worst, ratio);
  }
  if (count > 0)
    found.rms_ratio = std::sqrt(error_squares / count) / (kRms * u * std::sqrt(n) * r + u * std::max(r, 0x1p-126));
  return found;
}

TEST(Compare, AgreesWithThePlainFormulaOnRandomOutputs) {
  Generator random(Key{42}, kJudgeStream, 0);
  for (int round = 0; round < 400; ++round) {
    const std::size_t count = 1 + random.below(1600);
    const double n = static_cast<double>(1 + random.below(5000));
    std::vector<double> expected = reference(count, 1000 + static_cast<std::uint64_t>(round));
    std::vector<float> got(expected.begin(), expected.end());
    for (std::uint64_t edits = random.below(6); edits > 0; --edits) {
      const std::size_t at = random.below(count);
      const double specials[] = {kNan, kInfinity, -kInfinity, 1e39, 0.0};
      if (random.below(2)) expected[at] = specials[random.below(5)];
      if (random.below(2)) got[at] = static_cast<float>(specials[random.below(5)]);
      if (random.below(2)) got[at] *= 1 + static_cast<float>(random.below(4000)) * 0x1p-23f;
    }
    const Comparison found = compare({Dtype::float32, n}, bytes_of(expected), bytes_of(got), {});
    const PlainCheck plain = plain_check(expected, got, n);
    ASSERT_EQ(found.wrong_elements, plain.wrong) << round;
    ASSERT_EQ(found.right, plain.wrong == 0 && plain.rms_ratio <= 1) << round;
    if (std::isinf(plain.worst)) {
      ASSERT_EQ(found.worst_ratio, plain.worst);
    } else {
      ASSERT_NEAR(found.worst_ratio, plain.worst, 1e-9 * plain.worst);
    }
    ASSERT_NEAR(found.rms_ratio, plain.rms_ratio, 1e-9 * plain.rms_ratio) << round;
  }
}

}  // namespace
}  // namespace leap::judge
