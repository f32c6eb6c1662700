#include <algorithm>
#include <cctype>
#include <csignal>
#include <optional>

#include "sandbox/channel/memory.h"
#include "sandbox/channel/output_capture.h"
#include "sandbox/toolchain/diagnostics.h"
#include "sandbox/toolchain/toolchain.h"

namespace leap::toolchain {

namespace {

using channel::Clock;
using protocol::Verdict;

constexpr const char* kSource = "/in/kernel.cpp";
constexpr const char* kHeader = "/in/leap_task.h";
constexpr const char* kArtifact = "/w/solution.so";

bool is_blank(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isspace(c); });
}

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

std::string mebibytes(std::uint64_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

// The first error, in the compiler's words.
std::string first_error(const Compilation& compilation) {
  for (const auto& diagnostic : compilation.diagnostics) {
    if (diagnostic.severity == "error") return "line " + std::to_string(diagnostic.line) + ": " + diagnostic.message;
  }
  const std::string& output = compilation.output;
  return output.empty() ? "the compiler failed without a message" : output.substr(0, output.find('\n'));
}

struct Run {
  std::optional<jail::JailEnd> end;  // none: it was killed at a limit
  bool timed_out = false, flooded = false, cancelled = false;
};

Run wait_for_compiler(jail::Jail& jail, const channel::OutputCapture& output, Clock::time_point deadline,
                      int cancel_fd) {
  constexpr auto kSlice = std::chrono::milliseconds(50);  // between looks at a second descriptor
  for (;;) {
    const auto slice = std::min(deadline, Clock::now() + kSlice);
    if (auto end = jail.wait(slice, output.overflow_fd())) return {std::move(end)};
    Run run;
    run.flooded = channel::is_readable(output.overflow_fd());
    run.cancelled = channel::is_readable(cancel_fd);
    run.timed_out = Clock::now() >= deadline;
    if (!run.flooded && !run.cancelled && !run.timed_out) continue;
    run.end = jail.kill();
    return run;
  }
}

// Which verdict the end of g++ is. Facts come from the jail; gcc turns an OOM kill of cc1plus into an exit status of 1.
void classify(const Run& run, const jail::Policy& policy, Compilation& result) {
  const auto end_with = [&](Verdict verdict, std::string reason) {
    result.verdict = verdict;
    result.reason = std::move(reason);
  };
  const jail::JailEnd& end = *run.end;
  if (run.cancelled) {
    result.cancelled = true;
    return end_with(Verdict::infra, "cancelled");
  }
  if (end.memory_limit) {
    result.limits.push_back("compiler memory " + mebibytes(policy.limits.memory_bytes));
    return end_with(Verdict::memory_limit, "the compiler used more than " + mebibytes(policy.limits.memory_bytes));
  }
  if (run.timed_out || end.cpu_limit) {
    result.limits.push_back("compile time " + std::to_string(policy.limits.wall_ms) + " ms");
    return end_with(Verdict::timeout, "compiling took longer than " + std::to_string(policy.limits.wall_ms) + " ms");
  }
  if (run.flooded) {
    result.limits.push_back("compiler output " + std::to_string(policy.limits.output_bytes >> 10) + " KiB");
    return end_with(Verdict::compile_error, "the compiler printed more than " +
                                                std::to_string(policy.limits.output_bytes >> 10) + " KiB of messages");
  }
  // Nothing in the jail can send that signal to the compiler: it came from the host.
  if (result.output.find("Killed signal terminated program") != std::string::npos ||
      (end.kind == jail::JailEnd::Kind::signalled && end.code == SIGKILL)) {
    return end_with(Verdict::infra, "the compiler was killed from outside its jail");
  }
  if (end.kind == jail::JailEnd::Kind::lost) return end_with(Verdict::infra, "the compiler's jail was lost");
  if (end.kind == jail::JailEnd::Kind::signalled) {
    return end_with(Verdict::compile_error, "the compiler driver died of signal " + std::to_string(end.code));
  }
  if (end.code != 0) return end_with(Verdict::compile_error, first_error(result));
  if (!end.collected.at(0).ok) {
    return end_with(Verdict::compile_error, "no usable library came out of the compiler: " + end.collected[0].error);
  }
  result.verdict = Verdict::correct;
}

}  // namespace

std::vector<std::string> cpp_command(const protocol::Solution& solution) {
  std::vector<std::string> command{"/usr/bin/g++",
                                   "-std=c++20",
                                   "-O3",
                                   "-march=native",
                                   "-shared",
                                   "-fPIC",
                                   "-fdiagnostics-format=json",

                                   "-Wall",
                                   "-I/in",
                                   "-Wl,-z,defs,-z,relro,-z,now"};
  if (solution.threads > 1) command.insert(command.end(), {"-fopenmp", "-pthread"});
  command.insert(command.end(), {"-o", kArtifact, kSource});
  return command;
}

Compilation compile_cpp(jail::Warden& warden, const jail::Policy& policy, const protocol::Solution& solution,
                        const protocol::Definition& definition, int cancel_fd) {
  Compilation result;
  const auto begin = Clock::now();
  const protocol::SourceFile& source = solution.sources.at(0);
  if (is_blank(source.content)) {
    result.verdict = Verdict::no_code;
    result.reason = "the source is empty";
    return result;
  }
  const Fd source_memory = channel::make_sealed("leap-source", source.content);
  const Fd header_memory = channel::make_sealed(
      "leap-header", protocol::candidate_header(definition, solution.entry_point, solution.language));
  result.artifact = channel::make_growing("leap-artifact");
  channel::OutputCapture output(policy.limits.output_bytes);

  jail::Launch launch;
  launch.policy = &policy;
  launch.argv = cpp_command(solution);
  launch.descriptors = {{output.write_end(), 1}, {output.write_end(), 2}};
  launch.placed = {{kSource, source_memory.get(), 0444}, {kHeader, header_memory.get(), 0444}};
  launch.collected = {{kArtifact, result.artifact.get(), kMaxArtifactBytes}};
  auto launched = warden.launch(launch);
  output.close_ours();
  if (const auto* failure = std::get_if<jail::SetupFailure>(&launched)) {
    result.reason = "the compiler's jail could not be set up: " + failure->text();
    return result;
  }
  auto& jail = std::get<jail::Jail>(launched);
  const auto deadline = begin + std::chrono::milliseconds(policy.limits.wall_ms);
  const Run run = wait_for_compiler(jail, output, deadline, cancel_fd);

  auto parsed = parse_gcc_output(output.finish().text(), source.path, kMaxDiagnostics);
  result.diagnostics = std::move(parsed.diagnostics);
  result.output = std::move(parsed.rest);
  classify(run, policy, result);
  if (result.verdict == Verdict::correct) {
    channel::seal(result.artifact.get());
  } else {
    result.artifact.reset();
  }
  result.elapsed_ms = ms_since(begin);
  return result;
}

}  // namespace leap::toolchain
