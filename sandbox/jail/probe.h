// Is the sandbox really on? What `leap check` asks this host, and a real jail.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sandbox/jail/policy.h"
#include "sandbox/jail/warden.h"

namespace leap::jail {

enum class LayerStatus {
  ok,
  degraded,  // jails work, with one wall less or with noisier times; the advice says which
  missing,   // no jail can be made, or only with --allow-degraded
};

struct LayerReport {
  std::string name;
  LayerStatus status = LayerStatus::ok;
  std::string finding;  // what was seen
  std::string advice;   // what it means and what to do; empty when ok
};

// Tries each layer for this user, from the namespaces to the settings that make times noisy. Takes milliseconds.
// Single-threaded callers only: it forks.
std::vector<LayerReport> probe_host();

struct EscapeAttempt {
  std::string name;
  std::string what;  // completes "the payload must not be able to ..."
  bool stopped = false;
  std::string
      detail;  // by what it was stopped, how it got through, or why it could not be tried (never counts as stopped)
};

// Runs the built-in attacker (the leap-probe program) in real jails under `policy`, one jail an attempt, with the
// filter of `stage` on top of "payload" unless that is empty.
std::vector<EscapeAttempt> attack_jail(Warden& warden, const Policy& policy, const std::filesystem::path& leap_probe,
                                       const std::string& stage = "");

}  // namespace leap::jail
