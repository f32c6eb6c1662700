// Where a task's tensors lie in the memory that a runner shares with the judge.
//
// Each tensor has a region of whole pages, large enough for every workload, with an inaccessible page before and behind
// it in the runner. In each workload the tensor ends at the region's end (rounded up to 64 bytes), so that a read or
// write past it faults at once, and it has the same address in every call of that workload.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/definition.h"
#include "protocol/workload.h"
#include "sandbox/channel/memory.h"
#include "sandbox/runner/control_block.h"

namespace leap::judge {

inline constexpr std::size_t kTensorAlignment = 64;  // promised by the ABI

// The regions of one task: inputs first, then outputs, in the definition's order.
struct ArenaLayout {
  std::vector<runner::Region> regions;
  std::size_t input_count = 0;
  std::uint64_t input_bytes = 0;   // size of the inputs' memfd
  std::uint64_t output_bytes = 0;  // size of the outputs' memfd
};

ArenaLayout make_layout(const protocol::Definition& definition, const std::vector<protocol::AxisValues>& workloads);

// The memory of one runner. The judge's mappings are writable; the inputs are sealed so that the runner's cannot be.
class Arena {
 public:
  explicit Arena(const ArenaLayout& layout);

  int inputs_fd() const { return inputs_fd_.get(); }
  int outputs_fd() const { return outputs_fd_.get(); }
  int control_fd() const { return control_fd_.get(); }
  runner::ControlBlock& control() const { return *reinterpret_cast<runner::ControlBlock*>(control_map_.data()); }
  const ArenaLayout& layout() const { return layout_; }

  // The last `bytes` (rounded up to the alignment) of a tensor's region: the tensor itself.
  std::span<std::byte> tensor(std::size_t index, std::size_t bytes) const;

  // Address of that tensor in the runner.
  std::uint64_t runner_address(std::size_t index, std::size_t bytes) const;

  // What surrounds an output within its pages: up to kCanaryBytes before it, and the slack behind it.
  static constexpr std::size_t kCanaryBytes = 256;
  std::span<std::byte> before(std::size_t index, std::size_t bytes) const;
  std::span<std::byte> behind(std::size_t index, std::size_t bytes) const;

 private:
  std::span<std::byte> region(std::size_t index) const;

  ArenaLayout layout_;
  Fd inputs_fd_, outputs_fd_, control_fd_;
  channel::Mapping inputs_, outputs_, control_map_;
};

}  // namespace leap::judge
