#include "sandbox/judge/bank.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace leap::judge {

namespace {

constexpr std::uint64_t kPlaceAlignment = 64;

// Offsets of every tensor of one set, and the size of all.
struct SetLayout {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> inputs, outputs;  // {offset, bytes}
  std::uint64_t bytes = 0;
};

SetLayout layout_of(const protocol::Definition& definition, const protocol::AxisValues& axes) {
  SetLayout layout;
  const auto place = [&](auto& places, const protocol::TensorSpec& tensor, std::size_t element_bytes) {
    const std::uint64_t bytes = static_cast<std::uint64_t>(protocol::element_count(tensor, axes)) * element_bytes;
    places.emplace_back(layout.bytes, bytes);
    layout.bytes += (bytes + kPlaceAlignment - 1) / kPlaceAlignment * kPlaceAlignment;
  };
  for (const auto& input : definition.inputs) place(layout.inputs, input, protocol::size_bytes(input.dtype));
  for (const auto& output : definition.outputs) {
    place(layout.outputs, output, reference::expected_element_bytes(output.dtype));
  }
  return layout;
}

}  // namespace

Bank::Bank(const protocol::Definition& definition, std::vector<protocol::Workload> workloads,
           reference::Session session, const Key& key, std::chrono::milliseconds limit)
    : definition_(definition),
      workloads_(std::move(workloads)),
      session_(std::move(session)),
      key_(key),
      limit_(limit),
      sets_(workloads_.size()),
      drawn_(workloads_.size(), 0),
      sums_of_mean_squares_(workloads_.size(), std::vector<double>(definition.outputs.size(), 0.0)) {
  for (const auto& workload : workloads_) axes_.push_back(protocol::resolve_axes(definition_, workload.axes));
}

std::size_t Bank::set_bytes(std::size_t workload) const { return layout_of(definition_, axes(workload)).bytes; }

std::optional<reference::ReferenceError> Bank::ensure(std::size_t workload, std::size_t count) {
  auto& sets = sets_.at(workload);
  while (sets.size() < count) {
    DrawnSet set = draw(workload, drawn_[workload]++);
    if (auto error = complete(workload, set, reference::Compute::float64)) return error;
    for (std::size_t i = 0; i < set.expected.size(); ++i) {
      if (!protocol::is_floating(definition_.outputs[i].dtype)) continue;
      const double rms = root_mean_square(definition_.outputs[i].dtype, set.expected[i]);
      sums_of_mean_squares_[workload][i] += rms * rms;
    }
    sets.push_back(std::move(set));
  }
  return std::nullopt;
}

void Bank::retire(std::size_t workload, std::size_t count) {
  auto& sets = sets_.at(workload);
  for (; count > 0 && !sets.empty(); --count) {
    retired_.push_back(std::move(sets.front()));
    sets.pop_front();
  }
}

bool Bank::free_retired() {
  if (retired_.empty()) return false;
  retired_.pop_back();
  return true;
}

std::optional<std::size_t> Bank::lacking(std::size_t count) const {
  for (std::size_t w = 0; w < sets_.size(); ++w) {
    if (sets_[w].size() < count) return w;
  }
  return std::nullopt;
}

Bounds Bank::bounds(std::size_t workload, std::size_t output) const {
  Bounds bounds;
  bounds.dtype = definition_.outputs.at(output).dtype;
  const auto& accumulations = definition_.tolerance.accumulations;
  if (accumulations) bounds.accumulations = static_cast<double>(accumulations->evaluate(axes(workload)));
  const auto sets = static_cast<double>(drawn_.at(workload));
  if (sets > 0) bounds.typical = std::sqrt(sums_of_mean_squares_[workload][output] / sets);
  return bounds;
}

// Draw numbers are unique over workloads: the workload's index is in the upper bits.
DrawnSet Bank::draw(std::size_t workload, std::uint64_t draw_number) {
  const SetLayout layout = layout_of(definition_, axes(workload));
  drawing_ = channel::make_memory("leap-set", layout.bytes);
  DrawnSet set{
      draw_number, channel::Mapping(drawing_.get(), layout.bytes, channel::Mapping::Access::read_write), {}, {}};
  const std::uint64_t set_number = (static_cast<std::uint64_t>(workload) << 40) | draw_number;
  for (std::size_t i = 0; i < layout.inputs.size(); ++i) {
    set.inputs.push_back(set.memory.span().subspan(layout.inputs[i].first, layout.inputs[i].second));
    draw_input(key_, set_number, static_cast<std::uint32_t>(i), definition_.inputs[i],
               protocol::input_spec(workloads_[workload], definition_.inputs[i]), axes(workload), set.inputs.back());
  }
  for (const auto& [offset, bytes] : layout.outputs) set.expected.push_back(set.memory.span().subspan(offset, bytes));
  return set;
}

// The reference process gets the set's memory only for the time of its evaluation; its own mapping dies with it or
// stays, which harms nobody: no candidate ever sees this memory.
std::optional<reference::ReferenceError> Bank::complete(std::size_t workload, DrawnSet&, reference::Compute compute) {
  const SetLayout layout = layout_of(definition_, axes(workload));
  reference::TensorPlaces places;
  places.memory_fd = drawing_.get();
  places.memory_bytes = layout.bytes;
  for (const auto& [offset, bytes] : layout.inputs) places.inputs.push_back(offset);
  for (const auto& [offset, bytes] : layout.outputs) places.outputs.push_back(offset);
  auto error = session_.run(axes(workload), places, compute, limit_);
  drawing_.reset();
  return error;
}

}  // namespace leap::judge
