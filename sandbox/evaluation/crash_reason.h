// How a candidate's process ended, in words.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "protocol/evaluation.h"
#include "sandbox/jail/policy.h"
#include "sandbox/jail/warden.h"
#include "sandbox/judge/trial.h"

namespace leap::evaluation {

struct EndVerdict {
  protocol::Verdict verdict = protocol::Verdict::crash;
  std::string reason;
  std::optional<std::string> limit;  // a limit that was hit
};

// The verdict on a process that ended by itself. `end` (from the jail: the cgroup and the wait status) decides it; the
// trial's hint only adds words.
EndVerdict explain_end(const jail::JailEnd& end, const jail::Limits& limits, const judge::TrialReport& report);

}  // namespace leap::evaluation
