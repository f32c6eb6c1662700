// The judge's stock of inputs and expected outputs for one task.
//
// Every call of a candidate gets a set that no candidate has seen: a kernel can print what it was given, and whoever
// reads that may write the next one. So sets that a trial has used are retired, and new ones are drawn while the judge
// has nothing else to do.
#pragma once

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "protocol/definition.h"
#include "protocol/workload.h"
#include "sandbox/channel/memory.h"
#include "sandbox/judge/compare.h"
#include "sandbox/judge/draw.h"
#include "sandbox/reference/reference_client.h"

namespace leap::judge {

// One draw of all inputs of one workload, and what the outputs should be.
struct DrawnSet {
  std::uint64_t draw_number = 0;
  channel::Mapping memory;
  std::vector<std::span<std::byte>> inputs;    // in the declared dtypes
  std::vector<std::span<std::byte>> expected;  // as reference::TensorPlaces says
};

class Bank {
 public:
  // `session` evaluates the definition; `limit` is for one evaluation.
  Bank(const protocol::Definition& definition, std::vector<protocol::Workload> workloads, reference::Session session,
       const Key& key, std::chrono::milliseconds limit);

  const protocol::Definition& definition() const { return definition_; }
  const std::vector<protocol::Workload>& workloads() const { return workloads_; }
  const protocol::AxisValues& axes(std::size_t workload) const { return axes_.at(workload); }
  const std::vector<protocol::AxisValues>& all_axes() const { return axes_; }
  std::size_t set_bytes(std::size_t workload) const;  // memory of one set

  // Draws until `count` unused sets of the workload exist; an error ends the bank's use.
  std::optional<reference::ReferenceError> ensure(std::size_t workload, std::size_t count);
  // The index counts unused sets only.
  const DrawnSet& set(std::size_t workload, std::size_t index) const { return sets_.at(workload).at(index); }

  std::size_t unused(std::size_t workload) const { return sets_.at(workload).size(); }

  // Takes the first `count` sets of a workload out of use. Their memory is given back by free_retired(): that takes the
  // kernel milliseconds, which no evaluation should wait for.
  void retire(std::size_t workload, std::size_t count);

  // Frees one retired set; false when there is none.
  bool free_retired();

  // A workload with fewer than `count` unused sets.
  std::optional<std::size_t> lacking(std::size_t count) const;

  // How far output `output` may be from the reference in this workload. Its typical size is taken over all sets drawn
  // so far, so that a small output which happens to be near zero does not ask for more than float32 can give.
  Bounds bounds(std::size_t workload, std::size_t output) const;

  // Evaluates given inputs in another precision (for the admission test); the result is laid out like a DrawnSet.
  struct Evaluated {
    DrawnSet set;
    std::optional<reference::ReferenceError> error;
  };
  // `change` may alter the drawn inputs before the reference sees them.
  template <typename Change>
  Evaluated evaluate(std::size_t workload, std::uint64_t draw_number, reference::Compute compute, Change change) {
    Evaluated result{draw(workload, draw_number), std::nullopt};
    change(result.set);
    result.error = complete(workload, result.set, compute);
    return result;
  }

 private:
  DrawnSet draw(std::size_t workload, std::uint64_t draw_number);
  std::optional<reference::ReferenceError> complete(std::size_t workload, DrawnSet& set, reference::Compute compute);

  protocol::Definition definition_;
  std::vector<protocol::Workload> workloads_;
  std::vector<protocol::AxisValues> axes_;
  reference::Session session_;
  Key key_;
  std::chrono::milliseconds limit_;
  std::vector<std::deque<DrawnSet>> sets_;  // by workload
  std::vector<DrawnSet> retired_;
  std::vector<std::uint64_t> drawn_;                       // sets drawn so far, by workload
  std::vector<std::vector<double>> sums_of_mean_squares_;  // by workload and output: over all sets drawn
  Fd drawing_;                                             // memfd of the set that is being made
};

}  // namespace leap::judge
