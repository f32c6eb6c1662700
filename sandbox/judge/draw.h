// Inputs and poison, drawn by a counter-based generator from a secret that only the judge holds.
//
// The generator is ChaCha with 8 rounds: the key is the judge's secret, the nonce is (stream, index), the counter is
// the block. A candidate that has seen any number of inputs can predict no other. Everything after it is integer or
// exactly rounded double arithmetic, so one key gives the same bits on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "protocol/definition.h"
#include "protocol/workload.h"

namespace leap::judge {

using Key = std::array<std::uint8_t, 32>;

Key random_key();  // getrandom(2)

// Streams of one key. Input number t uses stream t, its poison kPoisonStream + t; what else the judge draws (orders,
// counts, sample positions) starts at kJudgeStream, so that no two purposes ever share words.
inline constexpr std::uint32_t kJudgeStream = 0x4000'0000;
inline constexpr std::uint32_t kPoisonStream = 0x8000'0000;

// Sequential words of one (stream, index) pair. Good for 2^38 bytes, where the block counter wraps.
class Generator {
 public:
  Generator(const Key& key, std::uint32_t stream, std::uint64_t index);
  std::uint32_t next32();
  std::uint64_t next64();                     // the first word is the lower half
  std::uint64_t below(std::uint64_t bound);   // unbiased (rejection); bound >= 1
  void fill(std::span<std::uint32_t> words);  // the same words as that many next32()

 private:
  static constexpr std::size_t kWords = 64;  // four blocks at a time
  void refill();
  std::array<std::uint32_t, 16> state_{};
  std::array<std::uint32_t, kWords> block_{};
  std::size_t used_ = kWords;
};

// Fills `out` (element_count * size_bytes(dtype)) with input number `tensor_index` of draw number `set_index`.
// Throws protocol::SchemaError (path `$.inputs.NAME`) when a range is empty or does not fit the dtype, or when the kind
// of draw does not exist for the dtype.
void draw_input(const Key& key, std::uint64_t set_index, std::uint32_t tensor_index, const protocol::TensorSpec& tensor,
                const protocol::InputSpec& spec, const protocol::AxisValues& axes, std::span<std::byte> out);

// Fills an output with bytes that no honest kernel leaves: quiet NaNs of both signs with random payloads (never the
// payloads that hardware makes) for floating dtypes, random words of huge magnitude for integers, 2..255 for bool.
void poison(const Key& key, std::uint64_t call, std::uint32_t tensor_index, protocol::Dtype dtype,
            std::span<std::byte> out);

namespace detail {

// One ChaCha block (RFC 8439 section 2.3, with any even number of rounds): the plain version, the oracle of the next.
void chacha_block(const std::array<std::uint32_t, 16>& state, int rounds, std::span<std::uint32_t, 16> out);

// The blocks at counters state[12] .. state[12] + 3, one in each vector lane.
void chacha_four_blocks(const std::array<std::uint32_t, 16>& state, int rounds, std::span<std::uint32_t, 64> out);

}  // namespace detail

}  // namespace leap::judge
