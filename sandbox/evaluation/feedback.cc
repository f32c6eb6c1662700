#include "sandbox/evaluation/feedback.h"

#include <cstdio>

#include "protocol/text.h"

namespace leap::evaluation {

namespace {

using protocol::Evaluation;
using protocol::Verdict;

constexpr std::size_t kShownDiagnostics = 8;
constexpr std::size_t kShownPrintedBytes = 800;

std::string headline(const Evaluation& evaluation) {
  return std::string(protocol::name(evaluation.verdict)) + ": " + evaluation.reason + "\n";
}

std::string diagnostics(const Evaluation& evaluation) {
  std::string text;
  std::size_t shown = 0;
  for (const auto& d : evaluation.diagnostics) {
    if (evaluation.verdict != Verdict::compile_error && d.severity == "note") continue;
    if (shown++ == kShownDiagnostics) {
      text += "(more messages left out)\n";
      break;
    }
    text += d.file + ":" + std::to_string(d.line) + ":" + std::to_string(d.column) + ": " + d.severity + ": " +
            d.message + "\n";
  }
  return text;
}

std::string place(const protocol::Mismatch& mismatch) {
  std::string text = mismatch.output + "[";
  for (std::size_t i = 0; i < mismatch.index.size(); ++i) text += (i ? ", " : "") + std::to_string(mismatch.index[i]);
  return text + "]";
}

std::string mismatches(const Evaluation& evaluation) {
  std::string text = std::to_string(evaluation.cases.passed) + " of " + std::to_string(evaluation.cases.total) +
                     " workloads passed. First mismatches:\n";
  for (const auto& m : evaluation.mismatches) {
    if (m.expected.empty() && m.got.empty()) {
      text += "  workload " + m.workload + ": output " + m.output + ": " + m.note + "\n";
      continue;
    }
    text += "  workload " + m.workload + ": " + place(m) + ": expected " + m.expected + ", got " + m.got;
    text += m.note.empty() ? "\n" : " (" + m.note + ")\n";
  }
  return text;
}

std::string times(const protocol::Timing& timing) {
  std::string text;
  char line[256];
  for (const auto& w : timing.workloads) {
    std::snprintf(line, sizeof line, "  workload %.64s: %.1f us a call (p10 %.1f, p90 %.1f, %d samples)",
                  w.workload.c_str(), w.median_us, w.p10_us, w.p90_us, w.samples);
    text += line;
    if (w.baseline_median_us > 0) {
      std::snprintf(line, sizeof line, "; the baseline takes %.1f us", w.baseline_median_us);
      text += line;
    }
    text += "\n";
  }
  if (!timing.reliable) text += "The host was too busy for these times to mean much; grade again on a quiet one.\n";
  if (timing.speedup) {
    std::snprintf(line, sizeof line, "Speed-up over the baseline: %.2fx (%s).\n", *timing.speedup,
                  timing.source.c_str());
    text += line;
  }
  return text;
}

std::string advice(Verdict verdict) {
  switch (verdict) {
    case Verdict::no_code:
      return "Give one source file that defines the entry point with extern \"C\" linkage.\n";
    case Verdict::crash:
      return "Check index arithmetic at the ends of each dimension. Inputs are read-only, memory past the end of a "
             "tensor is inaccessible, and files, processes and networks do not exist here.\n";
    case Verdict::timeout:
      return "Look for a loop that does not end, or for work that grows faster than the input.\n";
    case Verdict::memory_limit:
      return "Allocate less: the tensors themselves are already allocated.\n";
    case Verdict::cheat:
      return "Every call must compute its outputs from the inputs of that call, while the call runs.\n";
    default:
      return "";
  }
}

}  // namespace

std::string feedback(const Evaluation& evaluation) {
  std::string text = headline(evaluation);
  for (const auto& limit : evaluation.limits) text += "Limit hit: " + limit + "\n";
  for (const auto& evidence : evaluation.evidence) text += "Evidence: " + evidence + "\n";
  text += diagnostics(evaluation);
  if (evaluation.verdict == Verdict::compile_error && !evaluation.compiler_output.empty()) {
    text += protocol::sanitize_text(evaluation.compiler_output, kShownPrintedBytes) + "\n";
  }
  if (evaluation.verdict == Verdict::wrong) text += mismatches(evaluation);
  if (evaluation.timing) text += times(*evaluation.timing);
  text += advice(evaluation.verdict);
  if (!evaluation.program_output.empty()) {
    text += "The program printed:\n" + protocol::sanitize_text(evaluation.program_output, kShownPrintedBytes) + "\n";
  }
  return protocol::sanitize_text(text, kMaxFeedbackBytes);
}

}  // namespace leap::evaluation
