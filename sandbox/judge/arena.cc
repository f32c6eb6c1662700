#include "sandbox/judge/arena.h"

#include <algorithm>
#include <new>

namespace leap::judge {

namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

std::uint64_t largest_bytes(const protocol::TensorSpec& tensor, const std::vector<protocol::AxisValues>& workloads) {
  std::uint64_t largest = 0;
  for (const auto& axes : workloads) {
    largest = std::max<std::uint64_t>(largest, static_cast<std::uint64_t>(protocol::element_count(tensor, axes)) *
                                                   protocol::size_bytes(tensor.dtype));
  }
  return largest;
}

}  // namespace

ArenaLayout make_layout(const protocol::Definition& definition, const std::vector<protocol::AxisValues>& workloads) {
  ArenaLayout layout;
  layout.input_count = definition.inputs.size();
  std::uint64_t address = runner::kArenaAddress + runner::kPageBytes;
  const auto add = [&](const protocol::TensorSpec& tensor, bool is_output) {
    runner::Region region;
    region.bytes = round_up(std::max<std::uint64_t>(largest_bytes(tensor, workloads), 1), runner::kPageBytes);
    region.address = address;
    region.is_output = is_output;
    std::uint64_t& file_bytes = is_output ? layout.output_bytes : layout.input_bytes;
    region.file_offset = file_bytes;
    file_bytes += region.bytes;
    address += region.bytes + 2 * runner::kPageBytes;  // its guard behind, and the next one's before
    layout.regions.push_back(region);
  };
  for (const auto& input : definition.inputs) add(input, false);
  for (const auto& output : definition.outputs) add(output, true);
  // A definition without inputs still gets a file to map: memfds of size 0 cannot be mapped.
  layout.input_bytes = std::max<std::uint64_t>(layout.input_bytes, runner::kPageBytes);
  return layout;
}

Arena::Arena(const ArenaLayout& layout)
    : layout_(layout),
      inputs_fd_(channel::make_memory("leap-inputs", layout.input_bytes)),
      outputs_fd_(channel::make_memory("leap-outputs", layout.output_bytes)),
      control_fd_(channel::make_memory("leap-control", runner::kPageBytes)),
      inputs_(inputs_fd_.get(), layout.input_bytes, channel::Mapping::Access::read_write),
      outputs_(outputs_fd_.get(), layout.output_bytes, channel::Mapping::Access::read_write),
      control_map_(control_fd_.get(), runner::kPageBytes, channel::Mapping::Access::read_write) {
  channel::seal_future_writes(inputs_fd_.get());
  ::new (control_map_.data()) runner::ControlBlock{};
}

std::span<std::byte> Arena::region(std::size_t index) const {
  const runner::Region& region = layout_.regions.at(index);
  return (region.is_output ? outputs_ : inputs_).span().subspan(region.file_offset, region.bytes);
}

std::span<std::byte> Arena::tensor(std::size_t index, std::size_t bytes) const {
  const auto whole = region(index);
  return whole.subspan(whole.size() - round_up(bytes, kTensorAlignment), bytes);
}

std::uint64_t Arena::runner_address(std::size_t index, std::size_t bytes) const {
  const runner::Region& region = layout_.regions.at(index);
  return region.address + region.bytes - round_up(bytes, kTensorAlignment);
}

std::span<std::byte> Arena::before(std::size_t index, std::size_t bytes) const {
  const auto whole = region(index);
  const std::size_t start = whole.size() - round_up(bytes, kTensorAlignment);
  const std::size_t length = std::min(start, kCanaryBytes);
  return whole.subspan(start - length, length);
}

std::span<std::byte> Arena::behind(std::size_t index, std::size_t bytes) const {
  const auto whole = region(index);
  return whole.subspan(whole.size() - (round_up(bytes, kTensorAlignment) - bytes));
}

}  // namespace leap::judge
