#include "sandbox/judge/compare.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "sandbox/judge/convert.h"

namespace leap::judge {
namespace {

using protocol::Dtype;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kBlock = 512;  // elements; their doubles stay in the first-level cache

Comparison compare_floats(const Bounds& bounds, std::span<const std::byte> expected, std::span<const std::byte> got,
                          std::span<const std::byte> poison, std::size_t keep);
Comparison compare_exact(Dtype dtype, std::span<const std::byte> expected, std::span<const std::byte> got,
                         std::span<const std::byte> poison, std::size_t keep);

std::size_t expected_size(Dtype dtype) { return dtype == Dtype::boolean ? 1 : 8; }

}  // namespace

Comparison compare(const Bounds& bounds, std::span<const std::byte> expected, std::span<const std::byte> got,
                   std::span<const std::byte> poison, std::size_t keep) {
  const std::size_t count = got.size() / protocol::size_bytes(bounds.dtype);
  if (count == 0) throw std::invalid_argument("nothing to compare");
  if (got.size() != count * protocol::size_bytes(bounds.dtype) ||
      expected.size() != count * expected_size(bounds.dtype) || (!poison.empty() && poison.size() != got.size())) {
    throw std::invalid_argument("sizes of expected, got and poison do not belong together");
  }
  if (protocol::is_floating(bounds.dtype)) return compare_floats(bounds, expected, got, poison, keep);
  return compare_exact(bounds.dtype, expected, got, poison, keep);
}

namespace {

// What one floating dtype can hold.
struct Range {
  double smallest_normal;
  double overflow;  // magnitudes from here on round to infinity
};

Range range_of(Dtype dtype) {
  const double u = unit_roundoff(dtype);
  switch (dtype) {
    case Dtype::float16:
      return {0x1p-14, (2 - u) * 0x1p15};
    case Dtype::bfloat16:
    case Dtype::float32:
      return {0x1p-126, (2 - u) * 0x1p127};
    default:
      return {0x1p-1022, kInfinity};
  }
}

template <typename T>
T element_at(std::span<const std::byte> bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof value, sizeof value);
  return value;
}

// Sums run in eight lanes of fixed order, as four vectors of two: every machine has those, and gets the same result.
using Lanes = double __attribute__((vector_size(16)));
using LaneBits = std::int64_t __attribute__((vector_size(16)));
constexpr std::size_t kVectors = 4;
constexpr std::size_t kStep = 2 * kVectors;  // elements a step

Lanes load(const double* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

Lanes magnitude_of(Lanes value) { return (Lanes)((LaneBits)value & std::numeric_limits<std::int64_t>::max()); }

double sum_of(const Lanes (&lanes)[kVectors]) {
  const Lanes sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  return sum[0] + sum[1];
}

double largest_of(const Lanes (&lanes)[kVectors]) {
  double largest = 0;
  for (const Lanes& pair : lanes) largest = std::max({largest, pair[0], pair[1]});
  return largest;
}

// sum (factor * e)^2 over the elements below `overflow`, their number, and the largest magnitude among them.
struct Moments {
  double squares = 0;
  std::size_t count = 0;
  double largest = 0;
};

void add_block(Moments& sums, const double* expected, double overflow, double factor) {
  Lanes squares[kVectors] = {};
  Lanes largest[kVectors] = {};
  LaneBits finite[kVectors] = {};
  for (std::size_t start = 0; start < kBlock; start += kStep) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      const Lanes magnitude = magnitude_of(load(expected + start + 2 * v));
      const LaneBits below = magnitude < overflow;  // all ones where true
      const Lanes kept = (Lanes)((LaneBits)magnitude & below);
      squares[v] += (kept * factor) * (kept * factor);
      largest[v] = kept > largest[v] ? kept : largest[v];
      finite[v] -= below;
    }
  }
  const LaneBits count = finite[0] + finite[1] + finite[2] + finite[3];
  sums.squares += sum_of(squares);
  sums.largest = std::max(sums.largest, largest_of(largest));
  sums.count += static_cast<std::size_t>(count[0] + count[1]);
}

Moments moments(std::span<const std::byte> expected, double overflow, double factor) {
  Moments sums;
  alignas(64) std::array<double, kBlock> block;
  const std::size_t count = expected.size() / sizeof(double);
  for (std::size_t start = 0; start < count; start += kBlock) {
    const std::size_t here = std::min(kBlock, count - start);
    std::memcpy(block.data(), expected.data() + start * sizeof(double), here * sizeof(double));
    std::fill(block.begin() + static_cast<std::ptrdiff_t>(here), block.end(), kInfinity);  // counts as not finite
    add_block(sums, block.data(), overflow, factor);
  }
  return sums;
}

// A power of two that brings values of this magnitude near 1, so that their squares neither overflow nor vanish.
double power_near_inverse(double magnitude) {
  if (magnitude == 0) return 1;
  return std::ldexp(1.0, std::clamp(-std::ilogb(magnitude), -1000, 1000));
}

struct Scale {
  double rms = 0;
  std::size_t count = 0;
};

Scale scale_of(Dtype dtype, std::span<const std::byte> expected) {
  const double overflow = range_of(dtype).overflow;
  Moments found = moments(expected, overflow, 1);
  double factor = 1;
  if (found.largest > 0x1p+400 || (found.largest > 0 && found.largest < 0x1p-400)) {
    factor = power_near_inverse(found.largest);
    found = moments(expected, overflow, factor);
  }
  if (found.count == 0) return {};
  return {std::sqrt(found.squares / static_cast<double>(found.count)) / factor, found.count};
}

// Never below the output's own RMS: an output that is larger than usual has larger rounding errors, too.
double with_typical(Scale scale, double typical) {
  if (scale.count >= kFewElements || !(typical > 0)) return scale.rms;
  const double share = static_cast<double>(scale.count) / kFewElements;
  return std::max(scale.rms, std::hypot(scale.rms * std::sqrt(share), typical * std::sqrt(1 - share)));
}

// |got - e| <= base + slope * |e| for elements, rms(got - e) <= rms for all.
struct Tolerance {
  Tolerance(const Bounds& bounds, double scale) : range(range_of(bounds.dtype)) {
    const double rounding = unit_roundoff(bounds.dtype);
    const double accumulated = std::min(rounding, unit_roundoff(Dtype::float32)) *
                               std::sqrt(std::isnan(bounds.accumulations) ? 1 : std::max(1.0, bounds.accumulations));
    base = kElement * accumulated * scale + kRounding * rounding * range.smallest_normal;
    slope = kElement * accumulated + kRounding * rounding;
    rms = kRms * accumulated * scale + rounding * std::max(scale, range.smallest_normal);
  }

  Range range;
  double base;
  double slope;
  double rms;
};

// Error over bound of one element; infinity when no bound applies.
double ratio_of(const Tolerance& tolerance, double expected, double got) {
  if (std::isnan(expected) || std::isnan(got)) return std::isnan(expected) && std::isnan(got) ? 0 : kInfinity;
  if (std::isinf(got)) {
    if (std::signbit(got) != std::signbit(expected)) return kInfinity;
    const double magnitude = std::fabs(expected);
    if (magnitude >= tolerance.range.overflow) return 0;
    const double ratio = (tolerance.range.overflow - magnitude) / (tolerance.base + tolerance.slope * magnitude);
    return ratio <= 1 ? ratio : kInfinity;
  }
  if (std::isinf(expected)) return kInfinity;
  const double error = std::fabs(got - expected);
  return error == 0 ? 0 : error / (tolerance.base + tolerance.slope * std::fabs(expected));
}

std::string number_text(Dtype dtype, double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::array<char, 40> text;
  const auto end = dtype == Dtype::float64
                       ? std::to_chars(text.data(), text.data() + text.size(), value)
                       : std::to_chars(text.data(), text.data() + text.size(), static_cast<float>(value));
  return std::string(text.data(), end.ptr);
}

std::string short_text(double value) {
  std::array<char, 40> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 2);
  return std::string(text.data(), end.ptr);
}

bool still_poison(std::span<const std::byte> got, std::span<const std::byte> poison, std::size_t index,
                  std::size_t size) {
  return !poison.empty() && std::memcmp(got.data() + index * size, poison.data() + index * size, size) == 0;
}

std::string float_note(const Tolerance& tolerance, double expected, double got, double ratio) {
  const bool overflows = std::fabs(expected) >= tolerance.range.overflow;
  if (std::isnan(expected)) return "not NaN where the reference is NaN";
  if (std::isnan(got)) return overflows ? "NaN where the reference is infinite" : "NaN where the reference is finite";
  if (std::isinf(got) && overflows) return "sign flipped";
  if (std::isinf(got)) return "infinite where the reference is finite";
  if (overflows) return "finite where the reference is infinite";
  if (ratio_of(tolerance, expected, -got) <= 1) return "sign flipped";
  return "off by " + short_text(ratio) + " tolerances" + (got == 0 ? ": zero" : "");
}

// What the comparison of floats gathers on its way; `factor` keeps the squares of errors in range.
class FloatTally {
 public:
  FloatTally(const Bounds& bounds, double scale, std::span<const std::byte> expected, std::span<const std::byte> got,
             std::span<const std::byte> poison, std::size_t keep)
      : dtype_(bounds.dtype),
        size_(protocol::size_bytes(bounds.dtype)),
        tolerance_(bounds, scale),
        factor_(power_near_inverse(tolerance_.rms)),
        expected_(expected),
        got_(got),
        poison_(poison),
        keep_(keep) {}

  void block(std::size_t start, std::size_t count);
  Comparison finish(std::size_t counted);

 private:
  void element(std::size_t index, double got);
  ElementMismatch mismatch(std::size_t index, double got, std::string note) const;

  Dtype dtype_;
  std::size_t size_;
  Tolerance tolerance_;
  double factor_;
  std::span<const std::byte> expected_;
  std::span<const std::byte> got_;
  std::span<const std::byte> poison_;
  std::size_t keep_;
  double squares_ = 0;
  std::size_t worst_index_ = 0;
  Comparison result_;
};

// Squares and the largest ratio of a block whose elements are all finite and right; nothing to keep otherwise.
struct BlockErrors {
  double squares = 0;
  double worst = 0;  // infinity when any is wrong or beyond the dtype
};

BlockErrors block_errors(const Tolerance& tolerance, double factor, const double* expected, const double* got) {
  Lanes squares[kVectors] = {};
  Lanes worst[kVectors] = {};
  LaneBits right = LaneBits{-1, -1};
  for (std::size_t start = 0; start < kBlock; start += kStep) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      const Lanes reference = load(expected + start + 2 * v);
      const Lanes error = magnitude_of(load(got + start + 2 * v) - reference);
      const Lanes magnitude = magnitude_of(reference);
      const Lanes bound = tolerance.base + tolerance.slope * magnitude;
      const Lanes ratio = error / bound;
      squares[v] += (error * factor) * (error * factor);
      worst[v] = ratio > worst[v] ? ratio : worst[v];
      right &= (error <= bound) & (magnitude < tolerance.range.overflow);  // false for NaN
    }
  }
  return {sum_of(squares), right[0] & right[1] ? largest_of(worst) : kInfinity};
}

void FloatTally::block(std::size_t start, std::size_t count) {
  alignas(64) std::array<double, kBlock> got;
  alignas(64) std::array<double, kBlock> expected;
  widen(dtype_, got_.subspan(start * size_, count * size_), std::span(got).first(count));
  std::memcpy(expected.data(), expected_.data() + start * sizeof(double), count * sizeof(double));
  std::fill(got.begin() + static_cast<std::ptrdiff_t>(count), got.end(), 0.0);
  std::fill(expected.begin() + static_cast<std::ptrdiff_t>(count), expected.end(), 0.0);
  const BlockErrors errors = block_errors(tolerance_, factor_, expected.data(), got.data());
  if (errors.worst <= result_.worst_ratio && errors.worst <= 1) {
    squares_ += errors.squares;
    return;
  }
  for (std::size_t i = 0; i < count; ++i) element(start + i, got[i]);
}

void FloatTally::element(std::size_t index, double got) {
  const auto expected = element_at<double>(expected_, index);
  const bool unwritten = std::isnan(got) && still_poison(got_, poison_, index, size_);
  const double ratio = unwritten ? kInfinity : ratio_of(tolerance_, expected, got);
  if (std::isfinite(got) && std::fabs(expected) < tolerance_.range.overflow) {
    const double error = (got - expected) * factor_;
    squares_ += error * error;
  }
  if (ratio > result_.worst_ratio) {
    result_.worst_ratio = ratio;
    worst_index_ = index;
  }
  if (ratio <= 1) return;
  ++result_.wrong_elements;
  if (result_.first.size() >= keep_) return;
  result_.first.push_back(
      mismatch(index, got, unwritten ? "not written" : float_note(tolerance_, expected, got, ratio)));
}

ElementMismatch FloatTally::mismatch(std::size_t index, double got, std::string note) const {
  std::array<double, 1> rounded{element_at<double>(expected_, index)};
  std::array<std::byte, sizeof(double)> stored;
  narrow(dtype_, rounded, std::span(stored).first(size_));
  widen(dtype_, std::span(stored).first(size_), rounded);
  return {index, number_text(dtype_, rounded[0]), number_text(dtype_, got), std::move(note)};
}

Comparison FloatTally::finish(std::size_t counted) {
  const double rms = counted == 0 ? 0 : std::sqrt(squares_ / static_cast<double>(counted));
  result_.rms_ratio = rms == 0 ? 0 : rms / (tolerance_.rms * factor_);
  result_.right = result_.wrong_elements == 0 && result_.rms_ratio <= 1;
  if (!result_.right && result_.wrong_elements == 0 && keep_ > 0) {
    std::array<double, 1> got;
    widen(dtype_, got_.subspan(worst_index_ * size_, size_), got);
    result_.first.push_back(mismatch(worst_index_, got[0],
                                     "within its own bound, but all errors together are " +
                                         short_text(result_.rms_ratio) + " times too large: lower precision?"));
  }
  return std::move(result_);
}

Comparison compare_floats(const Bounds& bounds, std::span<const std::byte> expected, std::span<const std::byte> got,
                          std::span<const std::byte> poison, std::size_t keep) {
  const Scale scale = scale_of(bounds.dtype, expected);
  FloatTally tally(bounds, with_typical(scale, bounds.typical), expected, got, poison, keep);
  const std::size_t count = expected.size() / sizeof(double);
  for (std::size_t start = 0; start < count; start += kBlock) tally.block(start, std::min(kBlock, count - start));
  return tally.finish(scale.count);
}

std::int64_t integer_at(Dtype dtype, std::span<const std::byte> bytes, std::size_t index) {
  switch (dtype) {
    case Dtype::int64:
      return element_at<std::int64_t>(bytes, index);
    case Dtype::int32:
      return element_at<std::int32_t>(bytes, index);
    default:
      return element_at<std::uint8_t>(bytes, index);
  }
}

std::string exact_note(Dtype dtype, std::int64_t expected, std::int64_t got) {
  if (dtype == Dtype::boolean) return got > 1 ? "not a bool" : "the other truth value";
  const std::uint64_t distance = got > expected
                                     ? static_cast<std::uint64_t>(got) - static_cast<std::uint64_t>(expected)
                                     : static_cast<std::uint64_t>(expected) - static_cast<std::uint64_t>(got);
  return "off by " + std::to_string(distance);
}

template <typename Expected, typename Got>
bool block_differs(const std::byte* expected, const std::byte* got, std::size_t count) {
  std::uint64_t difference = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Expected wanted;
    Got found;
    std::memcpy(&wanted, expected + i * sizeof wanted, sizeof wanted);
    std::memcpy(&found, got + i * sizeof found, sizeof found);
    difference |= static_cast<std::uint64_t>(wanted) ^ static_cast<std::uint64_t>(static_cast<Expected>(found));
  }
  return difference != 0;
}

bool block_differs(Dtype dtype, const std::byte* expected, const std::byte* got, std::size_t count) {
  switch (dtype) {
    case Dtype::int64:
      return std::memcmp(expected, got, count * 8) != 0;
    case Dtype::int32:
      return block_differs<std::int64_t, std::int32_t>(expected, got, count);
    default:
      return std::memcmp(expected, got, count) != 0;
  }
}

Comparison compare_exact(Dtype dtype, std::span<const std::byte> expected, std::span<const std::byte> got,
                         std::span<const std::byte> poison, std::size_t keep) {
  Comparison result;
  const std::size_t size = protocol::size_bytes(dtype);
  const std::size_t count = got.size() / size;
  for (std::size_t start = 0; start < count; start += kBlock) {
    const std::size_t end = std::min(count, start + kBlock);
    if (!block_differs(dtype, &expected[start * expected_size(dtype)], &got[start * size], end - start)) continue;
    for (std::size_t i = start; i < end; ++i) {
      const std::int64_t wanted =
          dtype == Dtype::int32 ? element_at<std::int64_t>(expected, i) : integer_at(dtype, expected, i);
      const std::int64_t found = integer_at(dtype, got, i);
      if (wanted == found) continue;
      ++result.wrong_elements;
      if (result.first.size() >= keep) continue;
      result.first.push_back({i, std::to_string(wanted), std::to_string(found),
                              still_poison(got, poison, i, size) ? "not written" : exact_note(dtype, wanted, found)});
    }
  }
  result.right = result.wrong_elements == 0;
  result.worst_ratio = result.right ? 0 : kInfinity;
  return result;
}

}  // namespace

double root_mean_square(Dtype dtype, std::span<const std::byte> expected) {
  if (!protocol::is_floating(dtype) || expected.size() % sizeof(double) != 0) {
    throw std::invalid_argument("needs the float64 reference of a floating output");
  }
  return scale_of(dtype, expected).rms;
}

}  // namespace leap::judge
