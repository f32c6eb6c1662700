// The messages between the judge and whoever asks it, one JSON object each; both ends include this file.
//
//   {"op": "reference"}                                              + [control socket of leap-reference]
//   {"op": "prepare", "task": T}                                     + [definition JSON, workloads JSONL] in memfds
//   {"op": "baseline", "task": T, "start": RunnerStart}              + [socket, pidfd, library, filter]
//   {"op": "judge", "task": T, "start": RunnerStart, "options": ...} + the same
//   {"op": "admit", "task": T}
//   {"op": "forget", "task": T}
//
// Every answer is {"ok": true, ...} or {"ok": false, "definition_fault": B, "message": M}.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sandbox/channel/channel.h"
#include "sandbox/judge/admission.h"
#include "sandbox/judge/runner_link.h"
#include "sandbox/judge/trial.h"

namespace leap::judge {

nlohmann::json to_json(const TrialOptions& options);
TrialOptions options_from_json(const nlohmann::json& json);

nlohmann::json to_json(const TrialReport& report);
TrialReport report_from_json(const nlohmann::json& json);

nlohmann::json to_json(const AdmissionReport& report);
AdmissionReport admission_from_json(const nlohmann::json& json);

inline constexpr int kJudgeChannelFd = 3;
inline constexpr int kJudgeCancelFd = 4;

}  // namespace leap::judge
