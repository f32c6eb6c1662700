// Inputs and poison, drawn by a counter-based generator from a secret that only the judge holds.
//
// The generator is ChaCha with 8 rounds: the key is the judge's secret, the nonce is (stream, index), the counter is the
// block. A candidate that has seen any number of inputs can predict no other. Everything after it is integer or exactly
// rounded double arithmetic, so one key gives the same bits on every machine.
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

// Sequential words of one (stream, index) pair.
class Generator {
 public:
  Generator(const Key& key, std::uint32_t stream, std::uint64_t index);
  std::uint32_t next32();
  std::uint64_t next64();
  std::uint64_t below(std::uint64_t bound);  // unbiased (rejection); bound >= 1

 private:
  void refill();
  std::array<std::uint32_t, 16> state_{};
  std::array<std::uint32_t, 16> block_{};
  std::size_t used_ = 16;
};

// Fills `out` (element_count * size_bytes(dtype)) with input number `tensor_index` of draw number `set_index`.
// Throws protocol::SchemaError when an integer range is empty or does not fit the dtype.
void draw_input(const Key& key, std::uint64_t set_index, std::uint32_t tensor_index, const protocol::TensorSpec& tensor,
                const protocol::InputSpec& spec, const protocol::AxisValues& axes, std::span<std::byte> out);

// Fills an output with bytes that no honest kernel leaves: NaNs with random payloads for floating dtypes, random words
// for integers, values above 1 for bool.
void poison(const Key& key, std::uint64_t call, std::uint32_t tensor_index, protocol::Dtype dtype,
            std::span<std::byte> out);

}  // namespace leap::judge
