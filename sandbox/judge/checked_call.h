// One call of a candidate, from fresh inputs to a verdict on its outputs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/evaluation.h"
#include "sandbox/judge/bank.h"
#include "sandbox/judge/runner_link.h"

namespace leap::judge {

// Number of output elements that are copied at the moment of "done", over all outputs of a call.
inline constexpr std::size_t kSampledElements = 64;

struct CheckedCall {
  RunnerLink::Outcome outcome = RunnerLink::Outcome::ok;
  TimedCall time;
  bool right = false;
  std::vector<protocol::Mismatch> mismatches;  // of a wrong call; at most `keep`
  std::string cheat;                           // what was seen, when the outputs changed after "done"
};

// The arguments of the entry point: addresses in the runner, then the variable axes, in the definition's order.
std::vector<std::uint64_t> call_arguments(const Bank& bank, std::size_t workload, const Arena& arena);

// Copies the inputs of a set into a runner's memory.
void give_inputs(const Bank& bank, std::size_t workload, std::size_t set, Arena& arena);

// The candidate must be stopped (or never have run); it is stopped when this returns with outcome `ok`.
CheckedCall make_checked_call(const Bank& bank, std::size_t workload, std::size_t set, RunnerLink& candidate,
                              Generator& random, const Key& key, std::uint64_t call_number, channel::Deadline deadline,
                              std::size_t keep);

}  // namespace leap::judge
