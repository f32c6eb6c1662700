// Judging one solution: calls in random order and number, each on inputs it has never seen, each one checked and timed.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/evaluation.h"
#include "sandbox/judge/bank.h"
#include "sandbox/judge/runner_link.h"

namespace leap::judge {

// How the reason begins when it was the task's baseline that failed (with infra: it may have been killed).
inline constexpr std::string_view kBaselineBlame = "the task's baseline";

inline constexpr int kMaxExtraCalls = 3;

struct TrialOptions {
  bool baseline = true;        // time the task's baseline beside the candidate, where one is running
  int calls_per_workload = 8;  // the judge makes this many, or up to kMaxExtraCalls more, at random
  std::chrono::milliseconds call_limit{1000};
  std::chrono::milliseconds load_limit{5000};
  std::chrono::milliseconds total_limit{30000};  // for all calls; what the reference takes is not counted
};

// What the judge saw. Whoever holds the jail turns `died` into crash or memory_limit, from the jail's own facts.
struct TrialReport {
  enum class Outcome {
    correct,
    wrong,
    cheat,
    no_code,  // the library could not be mapped, or lacks the entry point
    died,     // the runner ended: before, during or between calls
    timeout,
    bad_definition,
    infra,
    cancelled
  };
  Outcome outcome = Outcome::infra;
  std::string reason;  // one line
  protocol::Cases cases;
  std::vector<protocol::Mismatch> mismatches;  // at most kMaxMismatches
  std::vector<std::string> evidence;
  std::optional<protocol::Timing> timing;  // only when correct
  runner::Hint hint;                       // when died; may be forged
  std::string fault;                       // where the hint's address lies: "4 bytes past the end of output `y`"
  double load_ms = 0;
  double calls_ms = 0;
  int calls = 0;
};
inline constexpr std::size_t kMaxMismatches = 8;

// A runner that the judge trusts: the task's baseline, timed beside each call of a candidate.
struct Baseline {
  RunnerLink* link = nullptr;  // null: no baseline
};

// Uses up the bank's sets that it shows to the candidate. `key` draws the order of calls, the samples and the poison.
// `cancel_fd` ends the trial as soon as it is readable.
TrialReport judge_solution(Bank& bank, RunnerLink& candidate, const Baseline& baseline, const TrialOptions& options,
                           const Key& key, int cancel_fd = -1);

std::string_view name(TrialReport::Outcome outcome);
std::optional<TrialReport::Outcome> parse_outcome(std::string_view word);

}  // namespace leap::judge
