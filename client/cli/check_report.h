// What `leap check` found, as text and as JSON. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "client/cli/style.h"
#include "sandbox/jail/probe.h"

namespace leap::cli {

struct JailAttack {
  std::string jail;  // "the compiler's jail"
  std::vector<jail::EscapeAttempt> attempts;
};

struct CheckReport {
  std::vector<jail::LayerReport> layers;
  std::vector<JailAttack> attacks;
  std::string error;  // why no jail could be attacked; empty when they were
};

// kExitGood when complete, kExitNotGood when a layer is missing or degraded, kExitOurError when no jail can be made, or
// an attempt was not seen to be stopped.
int check_status(const CheckReport& report);

std::string check_text(const CheckReport& report, std::size_t columns, const Palette& palette);

// {"status": "complete" | "degraded" | "broken", "layers": [{"name", "status", "finding", "advice"}],
//  "attempts": [{"jail", "name", "what", "stopped", "detail"}], "error"}
std::string check_json(const CheckReport& report);

}  // namespace leap::cli
