#include "sandbox/judge/draw.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "protocol/schema_error.h"
#include "sandbox/judge/convert.h"

namespace leap::judge {
namespace {

using protocol::Dtype;
using protocol::InputSpec;
using protocol::SchemaError;
using protocol::TensorSpec;

constexpr std::size_t kChunk = 1024;  // elements drawn at a time; part of what fixes the bits of a draw
constexpr std::int64_t kDefaultLow = -1000;
constexpr std::int64_t kDefaultHigh = 1000;

std::string path_of(const TensorSpec& tensor) { return "$.inputs." + tensor.name; }

template <typename Word>
void store(std::span<std::byte> out, std::size_t index, Word word) {
  std::memcpy(out.data() + index * sizeof word, &word, sizeof word);
}

// Calls produce(values) for consecutive chunks and stores them, rounded to `dtype`.
template <typename Produce>
void fill_floats(Dtype dtype, std::span<std::byte> out, Produce produce) {
  std::array<double, kChunk> buffer;
  const std::size_t element = protocol::size_bytes(dtype);
  const std::size_t count = out.size() / element;
  for (std::size_t start = 0; start < count; start += kChunk) {
    const std::span<double> values(buffer.data(), std::min(kChunk, count - start));
    produce(values);
    narrow(dtype, values, out.subspan(start * element, values.size() * element));
  }
}

// Signed bell (four 16-bit uniforms, standard deviation 0.58) times 2^-4 .. 2^3 times one scale in [0.5, 2): the mean
// magnitude is about 1. The scale has 33 significant bits and the bell 17, so the product is exact in double and fills
// the significand of every dtype up to float64's 50th bit: rounding inputs to a narrower type always loses something.
class Mixed {
 public:
  explicit Mixed(Generator& generator) : generator_(generator) {
    const double scale = (1 + generator.next32() * 0x1p-32) * (generator.next32() & 1 ? 1.0 : 0.5);
    double power = 0x1p-20;  // 2^-16 makes the bell of order 1, 2^-4 is the smallest magnitude
    for (double& factor : factors_) {
      factor = scale * power;
      power *= 2;
    }
  }

  void operator()(std::span<double> values) {
    generator_.fill({words_.data(), 2 * values.size()});
    generator_.fill({powers_.data(), (values.size() + 7) / 8});
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint32_t a = words_[2 * i];
      const std::uint32_t b = words_[2 * i + 1];
      const auto sum = static_cast<std::int32_t>((a & 0xffff) + (a >> 16) + (b & 0xffff) + (b >> 16));
      constexpr std::int32_t kCentre = 2 * 0xffff;
      values[i] = (sum - kCentre) * factors_[(powers_[i / 8] >> (4 * (i % 8))) & 7];
    }
  }

 private:
  Generator& generator_;
  std::array<double, 8> factors_{};
  std::array<std::uint32_t, 2 * kChunk> words_{};
  std::array<std::uint32_t, kChunk / 8> powers_{};
};

void draw_mixed(Generator& generator, Dtype dtype, bool positive, std::span<std::byte> out) {
  Mixed mixed(generator);
  fill_floats(dtype, out, [&](std::span<double> values) {
    mixed(values);
    if (!positive) return;
    for (double& value : values) value = std::fabs(value) + 0x1p-6;
  });
}

double round_to(Dtype dtype, double value) {
  std::array<std::byte, sizeof(double)> stored;
  const std::span<std::byte> bytes(stored.data(), protocol::size_bytes(dtype));
  narrow(dtype, {&value, 1}, bytes);
  widen(dtype, bytes, {&value, 1});
  return value;
}

// The next larger value of `dtype`; `value` is one of its finite values. Magnitudes are ordered like their bits.
double next_above(Dtype dtype, double value) {
  const std::size_t size = protocol::size_bytes(dtype);
  std::uint64_t bits = value == 0 ? 0 : [&] {
    std::uint64_t stored = 0;
    narrow(dtype, {&value, 1}, std::as_writable_bytes(std::span(&stored, 1)).first(size));
    return stored;
  }();
  bits = value < 0 ? bits - 1 : bits + 1;
  widen(dtype, std::as_bytes(std::span(&bits, 1)).first(size), {&value, 1});
  return value;
}

double smallest_at_or_above(Dtype dtype, double bound) {
  const double nearest = round_to(dtype, bound);
  return nearest >= bound ? nearest : next_above(dtype, nearest);
}

double largest_below(Dtype dtype, double bound) {
  const double nearest = round_to(dtype, -bound);
  return -(nearest > -bound ? nearest : next_above(dtype, nearest));
}

// Rounding to the dtype may reach `high` or fall below `low`, so the values are held between the first and the last
// element of the dtype inside the range.
void draw_uniform(Generator& generator, const TensorSpec& tensor, const InputSpec& spec, std::span<std::byte> out) {
  const double width = spec.high - spec.low;
  if (!(width > 0) || !std::isfinite(width)) throw SchemaError(path_of(tensor), "uniform needs finite low < high");
  if (!std::isfinite(round_to(tensor.dtype, spec.low)) || !std::isfinite(round_to(tensor.dtype, spec.high))) {
    throw SchemaError(path_of(tensor), "the uniform range does not fit " + std::string(protocol::name(tensor.dtype)));
  }
  const double first = smallest_at_or_above(tensor.dtype, spec.low);
  const double last = largest_below(tensor.dtype, spec.high);
  if (first > last) {
    throw SchemaError(path_of(tensor), "no " + std::string(protocol::name(tensor.dtype)) + " lies in [low, high)");
  }
  fill_floats(tensor.dtype, out, [&](std::span<double> values) {
    std::array<std::uint32_t, 2 * kChunk> words;
    generator.fill({words.data(), 2 * values.size()});
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint64_t bits = std::uint64_t{words[2 * i + 1]} << 32 | words[2 * i];
      values[i] = std::clamp(spec.low + width * (static_cast<double>(bits >> 11) * 0x1p-53), first, last);
    }
  });
}

std::int64_t range_end(const TensorSpec& tensor, const std::string& expression, std::int64_t absent, const char* field,
                       const protocol::AxisValues& axes) {
  if (expression.empty()) return absent;
  try {
    return protocol::Expression::parse(expression).evaluate(axes);
  } catch (const std::logic_error& fault) {  // std::invalid_argument of parse, std::domain_error of evaluate
    throw SchemaError(path_of(tensor) + "." + field, fault.what());
  }
}

// Integers that the dtype holds exactly: up to 2^p for a significand of p bits.
std::int64_t largest_integer(Dtype dtype) {
  switch (dtype) {
    case Dtype::int64:
      return std::numeric_limits<std::int64_t>::max();
    case Dtype::int32:
      return std::numeric_limits<std::int32_t>::max();
    case Dtype::boolean:
      return 1;
    default:
      return static_cast<std::int64_t>(1 / unit_roundoff(dtype));
  }
}

std::int64_t smallest_integer(Dtype dtype) {
  switch (dtype) {
    case Dtype::int64:
      return std::numeric_limits<std::int64_t>::min();
    case Dtype::int32:
      return std::numeric_limits<std::int32_t>::min();
    case Dtype::boolean:
      return 0;
    default:
      return -largest_integer(dtype);
  }
}

void draw_integers(Generator& generator, const TensorSpec& tensor, const InputSpec& spec,
                   const protocol::AxisValues& axes, std::span<std::byte> out) {
  const std::int64_t low = range_end(tensor, spec.low_expression, kDefaultLow, "low", axes);
  const std::int64_t high = range_end(tensor, spec.high_expression, kDefaultHigh, "high", axes);
  std::string range = "[";  // built piece by piece: g++ 12 sees a false -Wrestrict in "[" + std::to_string(low)
  range.append(std::to_string(low)).append(", ").append(std::to_string(high)).append(")");
  if (low >= high) throw SchemaError(path_of(tensor), "the range " + range + " is empty");
  if (low < smallest_integer(tensor.dtype) || high - 1 > largest_integer(tensor.dtype)) {
    throw SchemaError(path_of(tensor), "the range " + range + " does not fit " + std::string(name(tensor.dtype)));
  }
  const std::uint64_t count = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  const auto next = [&] { return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + generator.below(count)); };
  if (protocol::is_floating(tensor.dtype)) {
    fill_floats(tensor.dtype, out, [&](std::span<double> values) {
      for (double& value : values) value = static_cast<double>(next());
    });
    return;
  }
  const std::size_t elements = out.size() / protocol::size_bytes(tensor.dtype);
  for (std::size_t i = 0; i < elements; ++i) {
    switch (tensor.dtype) {
      case Dtype::int64:
        store(out, i, next());
        break;
      case Dtype::int32:
        store(out, i, static_cast<std::int32_t>(next()));
        break;
      default:
        store(out, i, static_cast<std::uint8_t>(next()));
    }
  }
}

void draw_boolean(Generator& generator, std::span<std::byte> out) {
  for (std::size_t start = 0; start < out.size(); start += 32) {
    const std::uint32_t bits = generator.next32();
    const std::size_t end = std::min(out.size(), start + 32);
    for (std::size_t i = start; i < end; ++i) out[i] = static_cast<std::byte>(bits >> (i - start) & 1);
  }
}

bool exists_for(InputSpec::Kind kind, Dtype dtype) {
  switch (kind) {
    case InputSpec::Kind::integers:
      return true;
    case InputSpec::Kind::boolean:
      return dtype == Dtype::boolean;
    default:
      return protocol::is_floating(dtype);
  }
}

// Calls make(random) for every word of `out`, with as many random bits as it has, at least 32.
template <typename Word, typename Make>
void fill_words(Generator& generator, std::span<std::byte> out, Make make) {
  constexpr std::size_t kEach = sizeof(Word) == 8 ? 2 : 1;
  std::array<std::uint32_t, kEach * kChunk> words;
  const std::size_t count = out.size() / sizeof(Word);
  for (std::size_t start = 0; start < count; start += kChunk) {
    const std::size_t here = std::min(kChunk, count - start);
    generator.fill({words.data(), kEach * here});
    for (std::size_t i = 0; i < here; ++i) {
      std::uint64_t random = words[kEach * i];
      if constexpr (kEach == 2) random |= std::uint64_t{words[2 * i + 1]} << 32;
      store(out, start + i, make(static_cast<Word>(random)));
    }
  }
}

// Hardware makes NaNs whose payload is zero or all ones, so a random payload that is either gets every other bit
// flipped. `Word` holds one element; `payload_bits` are those below the quiet bit.
template <typename Word>
void poison_floats(Generator& generator, int payload_bits, Word infinity, std::span<std::byte> out) {
  const Word payload_mask = static_cast<Word>((Word{1} << payload_bits) - 1);
  const Word quiet = static_cast<Word>(infinity | (Word{1} << payload_bits));
  const Word sign = static_cast<Word>(Word{1} << (8 * sizeof(Word) - 1));
  const Word other = static_cast<Word>(payload_mask & static_cast<Word>(0x5555'5555'5555'5555));
  fill_words<Word>(generator, out, [=](Word random) {
    const Word payload = random & payload_mask;
    const Word flipped = payload == 0 || payload == payload_mask ? other : Word{0};
    return static_cast<Word>(quiet | (payload ^ flipped) | (random & sign));
  });
}

// Indices, counts and sums of small numbers stay far below a quarter of the type's range, so poison stays above it: the
// two topmost bits differ, so that |word| >= 2^(width - 2).
template <typename Word>
void poison_integers(Generator& generator, std::span<std::byte> out) {
  constexpr int kTop = 8 * sizeof(Word) - 1;
  fill_words<Word>(generator, out, [](Word random) {
    const Word below_top = random & ~(Word{1} << (kTop - 1));
    return static_cast<Word>(below_top | (~random >> kTop) << (kTop - 1));
  });
}

void poison_bools(Generator& generator, std::span<std::byte> out) {
  for (std::byte& element : out) element = static_cast<std::byte>(2 + generator.below(254));
}

}  // namespace

void draw_input(const Key& key, std::uint64_t set_index, std::uint32_t tensor_index, const TensorSpec& tensor,
                const InputSpec& spec, const protocol::AxisValues& axes, std::span<std::byte> out) {
  if (tensor_index >= kJudgeStream) throw std::invalid_argument("tensor index out of range");
  if (out.size() % protocol::size_bytes(tensor.dtype) != 0) throw std::invalid_argument("sizes do not match");
  if (!exists_for(spec.kind, tensor.dtype)) {
    throw SchemaError(path_of(tensor), "this kind of draw does not exist for " + std::string(name(tensor.dtype)));
  }
  Generator generator(key, tensor_index, set_index);
  switch (spec.kind) {
    case InputSpec::Kind::mixed:
      return draw_mixed(generator, tensor.dtype, false, out);
    case InputSpec::Kind::positive:
      return draw_mixed(generator, tensor.dtype, true, out);
    case InputSpec::Kind::uniform:
      return draw_uniform(generator, tensor, spec, out);
    case InputSpec::Kind::integers:
      return draw_integers(generator, tensor, spec, axes, out);
    case InputSpec::Kind::boolean:
      return draw_boolean(generator, out);
  }
}

void poison(const Key& key, std::uint64_t call, std::uint32_t tensor_index, Dtype dtype, std::span<std::byte> out) {
  if (tensor_index >= kJudgeStream) throw std::invalid_argument("tensor index out of range");
  Generator generator(key, kPoisonStream + tensor_index, call);
  switch (dtype) {
    case Dtype::float16:
      return poison_floats<std::uint16_t>(generator, 9, 0x7c00, out);
    case Dtype::bfloat16:
      return poison_floats<std::uint16_t>(generator, 6, 0x7f80, out);
    case Dtype::float32:
      return poison_floats<std::uint32_t>(generator, 22, 0x7f80'0000, out);
    case Dtype::float64:
      return poison_floats<std::uint64_t>(generator, 51, 0x7ff0'0000'0000'0000, out);
    case Dtype::int32:
      return poison_integers<std::uint32_t>(generator, out);
    case Dtype::int64:
      return poison_integers<std::uint64_t>(generator, out);
    case Dtype::boolean:
      return poison_bools(generator, out);
  }
}

}  // namespace leap::judge
