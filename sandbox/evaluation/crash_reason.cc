#include "sandbox/evaluation/crash_reason.h"

#include <seccomp.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace leap::evaluation {

namespace {

using protocol::Verdict;

std::string system_call_name(unsigned number) {
  const std::unique_ptr<char, void (*)(void*)> name(
      seccomp_syscall_resolve_num_arch(SCMP_ARCH_X86_64, static_cast<int>(number)), std::free);
  return name != nullptr ? std::string(name.get()) : "number " + std::to_string(number);
}

// pthread_create blocks every signal around its clone, so that one call cannot be named: say what it most likely was.
constexpr const char* kUnnamedCall =
    "forbidden system call (to start a thread? a source may have N threads if it holds a line `// threads: N`)";

std::string signal_words(int signal, const judge::TrialReport& report) {
  switch (signal) {
    case SIGSYS:
      return report.hint.signal == SIGSYS ? "forbidden system call: " + system_call_name(report.hint.system_call)
                                          : kUnnamedCall;
    case SIGSEGV:
      return "invalid memory access (SIGSEGV)";
    case SIGBUS:
      return "invalid memory access (SIGBUS)";
    case SIGFPE:
      return "integer division by zero or overflow (SIGFPE)";
    case SIGILL:
      return "illegal instruction, or a function that ended without returning (SIGILL)";
    case SIGABRT:
      return "abort: a failed assertion, an uncaught exception or corrupted heap memory (SIGABRT)";
    case SIGXFSZ:
      return "wrote a file over the size limit (SIGXFSZ)";
    default:
      return std::string("killed by a signal: ") + ::strsignal(signal);
  }
}

}  // namespace

EndVerdict explain_end(const jail::JailEnd& end, const jail::Limits& limits, const judge::TrialReport& report) {
  const auto with_place = [&](std::string words) {
    if (!report.fault.empty()) words += ": " + report.fault;
    return words + "; " + report.reason;
  };
  if (end.memory_limit) {
    const std::string limit = "memory " + std::to_string(limits.memory_bytes >> 20) + " MiB";
    return {Verdict::memory_limit, "used more than its " + limit, limit};
  }
  if (end.cpu_limit) {
    const std::string limit = "processor time " + std::to_string(limits.cpu_seconds) + " s";
    return {Verdict::timeout, "used more than its " + limit, limit};
  }
  std::optional<std::string> limit;
  if (end.process_limit) limit = "processes and threads " + std::to_string(limits.processes);
  switch (end.kind) {
    case jail::JailEnd::Kind::exited:
      return {Verdict::crash, "called exit(" + std::to_string(end.code) + ") instead of returning; " + report.reason,
              limit};
    case jail::JailEnd::Kind::signalled:
      return {Verdict::crash, with_place(signal_words(end.code, report)), limit};
    case jail::JailEnd::Kind::killed:
    case jail::JailEnd::Kind::lost:
      break;
  }
  return {Verdict::infra, "the jail was lost", limit};
}

}  // namespace leap::evaluation
