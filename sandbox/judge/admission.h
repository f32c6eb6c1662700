// The admission test of a task: what must never be accepted is not accepted, and what must be, is.
//
// An all-zero kernel passes several well-known tasks, a constant passes more, and a lower precision passes where inputs
// are all positive (see the README of tasks/). A task that lets any of these through would teach a policy to cheat, so
// it is refused.
#pragma once

#include <string>
#include <vector>

#include "sandbox/judge/bank.h"

namespace leap::judge {

struct AdmissionCheck {
  std::string name;  // "zeros", "constant", "copy of an input", "other seed", "NaN", "one wrong element", "untouched
                     // output", "two seeds differ", "exact outputs", "float32 kernel" (or "float32 arithmetic", which a
                     // float64 task must refuse), "TF32 inputs", "bfloat16 inputs", "memory"
  bool passed = false;
  std::string detail;  // why it failed, or a number worth knowing
};

struct AdmissionReport {
  bool admitted = false;
  std::vector<AdmissionCheck> checks;
  std::uint64_t memory_bytes = 0;  // estimate: arenas of candidate and baseline, and all drawn sets of one trial
  std::string error;               // the reference failed: nothing else was checked
  bool definition_fault = false;   // whose fault `error` is
};

// The judge keeps every set in memory; a task that needs more than this is refused.
inline constexpr std::uint64_t kMaxTaskBytes = std::uint64_t{1} << 30;

AdmissionReport admit(Bank& bank, const Key& key, int sets_per_workload);

// Memory that grading one solution of this task takes, whatever the solution does.
std::uint64_t estimate_memory(const Bank& bank, int sets_per_workload);

}  // namespace leap::judge
