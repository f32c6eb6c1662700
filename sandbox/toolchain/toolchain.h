// Source to artifact, inside a jail.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "protocol/definition.h"
#include "protocol/evaluation.h"
#include "protocol/solution.h"
#include "sandbox/channel/fd.h"
#include "sandbox/jail/policy.h"
#include "sandbox/jail/warden.h"

namespace leap::toolchain {

// `verdict` is `correct` when there is an artifact; otherwise no_code, compile_error, timeout, memory_limit or infra.
struct Compilation {
  protocol::Verdict verdict = protocol::Verdict::infra;
  std::string reason;                             // one line, empty when there is an artifact
  Fd artifact;                                    // a sealed memfd with the shared library
  std::vector<protocol::Diagnostic> diagnostics;  // at most kMaxDiagnostics, paths of the jail replaced
  std::string output;                             // what the compiler printed besides; sanitized, bounded
  std::vector<std::string> limits;                // limits that were hit
  double elapsed_ms = 0;
  bool cancelled = false;
};
inline constexpr std::size_t kMaxDiagnostics = 20;
inline constexpr std::size_t kMaxArtifactBytes = 32u << 20;

// Compiles a `cpp` solution with g++. The command line is ours alone: fixed file names, no flag from outside.
// One compilation at a time on one warden.
Compilation compile_cpp(jail::Warden& warden, const jail::Policy& policy, const protocol::Solution& solution,
                        const protocol::Definition& definition, int cancel_fd);

// The command line, for `--help`, feedback and records.
std::vector<std::string> cpp_command(const protocol::Solution& solution);

}  // namespace leap::toolchain
