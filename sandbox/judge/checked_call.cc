#include "sandbox/judge/checked_call.h"

#include <algorithm>
#include <cstring>

#include "sandbox/judge/compare.h"

namespace leap::judge {

namespace {

std::size_t bytes_of(const protocol::TensorSpec& tensor, const protocol::AxisValues& axes) {
  return static_cast<std::size_t>(protocol::element_count(tensor, axes)) * protocol::size_bytes(tensor.dtype);
}

// An output as the judge sees it: its bytes in shared memory, and what lies around them.
struct OutputView {
  const protocol::TensorSpec* tensor = nullptr;
  std::size_t region = 0;
  std::span<std::byte> bytes, before, behind;
  std::vector<std::byte> poison = {};  // what prepare_outputs() put there: drawing it again would take longer
};

std::vector<OutputView> views_of(const Bank& bank, std::size_t workload, const Arena& arena) {
  std::vector<OutputView> views;
  const auto& definition = bank.definition();
  for (std::size_t i = 0; i < definition.outputs.size(); ++i) {
    const std::size_t bytes = bytes_of(definition.outputs[i], bank.axes(workload));
    const std::size_t region = definition.inputs.size() + i;
    views.push_back({&definition.outputs[i], region, arena.tensor(region, bytes), arena.before(region, bytes),
                     arena.behind(region, bytes)});
  }
  return views;
}

constexpr std::byte kCanary{0xC5};

void prepare_outputs(std::vector<OutputView>& views, const Key& key, std::uint64_t call_number) {
  for (std::size_t i = 0; i < views.size(); ++i) {
    views[i].poison.resize(views[i].bytes.size());
    poison(key, call_number, static_cast<std::uint32_t>(i), views[i].tensor->dtype, views[i].poison);
    std::copy(views[i].poison.begin(), views[i].poison.end(), views[i].bytes.begin());
    std::fill(views[i].before.begin(), views[i].before.end(), kCanary);
    std::fill(views[i].behind.begin(), views[i].behind.end(), kCanary);
  }
}

// Elements chosen before the call, copied at "done" and looked at again once the runner has stopped.
class Sample {
 public:
  Sample(const std::vector<OutputView>& views, Generator& random) {
    std::size_t total = 0;
    for (const auto& view : views) total += view.bytes.size() / protocol::size_bytes(view.tensor->dtype);
    for (const auto& view : views) {
      const std::size_t size = protocol::size_bytes(view.tensor->dtype);
      const std::size_t count = view.bytes.size() / size;
      const bool all = total <= kSampledElements;
      const std::size_t take = all ? count : std::max<std::size_t>(1, kSampledElements * count / total);
      for (std::size_t i = 0; i < take; ++i) {
        elements_.push_back({view.bytes.data() + (all ? i : random.below(count)) * size, size, {}});
      }
    }
  }

  void copy() {
    for (Element& element : elements_) std::memcpy(element.copy, element.place, element.size);
  }

  // How many differ from their copies now.
  std::size_t changed() const {
    return static_cast<std::size_t>(std::count_if(elements_.begin(), elements_.end(), [](const Element& element) {
      return std::memcmp(element.copy, element.place, element.size) != 0;
    }));
  }

  std::size_t size() const { return elements_.size(); }

 private:
  struct Element {
    const std::byte* place;
    std::size_t size;
    std::byte copy[8];
  };
  std::vector<Element> elements_;
};

std::vector<std::int64_t> position(std::size_t flat, const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t i = shape.size(); i-- > 0;) {
    index[i] = static_cast<std::int64_t>(flat) % shape[i];
    flat /= static_cast<std::size_t>(shape[i]);
  }
  return index;
}

bool intact(std::span<const std::byte> canary) {
  return std::all_of(canary.begin(), canary.end(), [](std::byte b) { return b == kCanary; });
}

// Everything below reads a private copy: the runner is stopped, but its memory is only copied once.
void check_outputs(const Bank& bank, std::size_t workload, std::size_t set, const std::vector<OutputView>& views,
                   std::size_t keep, CheckedCall& result) {
  const auto& workload_name = bank.workloads()[workload].name;
  result.right = true;
  for (std::size_t i = 0; i < views.size(); ++i) {
    const OutputView& view = views[i];
    const std::vector<std::byte> got(view.bytes.begin(), view.bytes.end());
    const Bounds bounds = bank.bounds(workload, i);
    const Comparison comparison = compare(bounds, bank.set(workload, set).expected[i], got, view.poison, keep);
    const auto shape = protocol::shape_of(*view.tensor, bank.axes(workload));
    for (const ElementMismatch& wrong : comparison.first) {
      if (result.mismatches.size() >= keep) break;
      result.mismatches.push_back(
          {workload_name, view.tensor->name, position(wrong.index, shape), wrong.expected, wrong.got, wrong.note});
    }
    result.right = result.right && comparison.right;
    if (!intact(view.before) || !intact(view.behind)) {
      result.right = false;
      result.mismatches.push_back({workload_name,
                                   view.tensor->name,
                                   {},
                                   "",
                                   "",
                                   intact(view.before) ? "written past its end" : "written before its start"});
    }
  }
}

}  // namespace

std::vector<std::uint64_t> call_arguments(const Bank& bank, std::size_t workload, const Arena& arena) {
  std::vector<std::uint64_t> arguments;
  const auto& definition = bank.definition();
  const auto add = [&](const protocol::TensorSpec& tensor) {
    arguments.push_back(arena.runner_address(arguments.size(), bytes_of(tensor, bank.axes(workload))));
  };
  for (const auto& input : definition.inputs) add(input);
  for (const auto& output : definition.outputs) add(output);
  for (const auto& axis : definition.axes) {
    if (axis.kind != protocol::Axis::Kind::variable) continue;
    arguments.push_back(static_cast<std::uint64_t>(bank.axes(workload).at(axis.name)));
  }
  return arguments;
}

void give_inputs(const Bank& bank, std::size_t workload, std::size_t set, Arena& arena) {
  const DrawnSet& drawn = bank.set(workload, set);
  for (std::size_t i = 0; i < drawn.inputs.size(); ++i) {
    const auto place = arena.tensor(i, drawn.inputs[i].size());
    std::memcpy(place.data(), drawn.inputs[i].data(), place.size());
  }
}

CheckedCall make_checked_call(const Bank& bank, std::size_t workload, std::size_t set, RunnerLink& candidate,
                              Generator& random, const Key& key, std::uint64_t call_number, channel::Deadline deadline,
                              std::size_t keep) {
  Arena& arena = candidate.arena();
  auto views = views_of(bank, workload, arena);
  give_inputs(bank, workload, set, arena);
  prepare_outputs(views, key, call_number);
  Sample sample(views, random);

  const auto call = candidate.call(call_arguments(bank, workload, arena), /*stopped=*/true, deadline,
                                   /*at_done=*/[&] { sample.copy(); });
  CheckedCall result;
  result.outcome = call.outcome;
  result.time = call.time;
  if (call.outcome != RunnerLink::Outcome::ok) return result;
  result.outcome = candidate.stop(deadline);
  if (result.outcome != RunnerLink::Outcome::ok) return result;
  // A stopped process has settled its accounts.
  result.time.delays.runner_us = candidate.runner_delay_us();
  result.time.outside_us = candidate.processor_used_us() - candidate.threads() * result.time.elapsed_us;
  if (const std::size_t changed = sample.changed(); changed > 0) {
    result.cheat = "outputs changed after the kernel claimed to be done: " + std::to_string(changed) + " of " +
                   std::to_string(sample.size()) + " sampled elements";
    return result;
  }
  check_outputs(bank, workload, set, views, keep, result);
  return result;
}

}  // namespace leap::judge
