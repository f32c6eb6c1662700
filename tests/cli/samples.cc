#include "tests/cli/samples.h"

namespace leap::cli::samples {

using protocol::Evaluation;
using protocol::Verdict;

Evaluation with_verdict(Verdict verdict, const std::string& reason) {
  Evaluation evaluation;
  evaluation.verdict = verdict;
  evaluation.reason = reason;
  evaluation.task = "relu";
  evaluation.solution = "mine";
  evaluation.language = "cpp";
  evaluation.device = "cpu";
  return evaluation;
}

Evaluation correct(double speedup) {
  Evaluation evaluation = with_verdict(Verdict::correct, "all outputs of 30 calls are within tolerance");
  evaluation.stages = {
      {"compile", "ok", 160, ""}, {"load", "ok", 4.5, ""}, {"check", "ok", 32, ""}, {"time", "ok", 32, ""}};
  evaluation.cases = {3, 3};
  protocol::Timing timing;
  timing.source = "host_clock";
  timing.workloads = {{"tiny", 5.0, 4.0, 6.0, 8, 0, 5.0 * speedup}, {"large", 80.0, 79.0, 90.0, 9, 0, 80.0 * speedup}};
  timing.median_us = 20.0;
  timing.spread = 1.2;
  timing.speedup = speedup;
  evaluation.timing = timing;
  return evaluation;
}

Evaluation wrong() {
  Evaluation evaluation = with_verdict(Verdict::wrong, "1 of 3 workloads gave wrong outputs");
  evaluation.stages = {{"compile", "ok", 160, ""},
                       {"load", "ok", 4.5, ""},
                       {"check", "failed", 32, evaluation.reason},
                       {"time", "skipped", 0, ""}};
  evaluation.cases = {2, 3};
  evaluation.mismatches = {{"large", "y", {3, 5}, "1.5", "nan", "NaN where the reference is finite"},
                           {"large", "total", {}, "7", "8", ""}};
  return evaluation;
}

Evaluation compile_error() {
  Evaluation evaluation = with_verdict(Verdict::compile_error, "line 3: expected ';'");
  evaluation.stages = {{"compile", "failed", 160, evaluation.reason}};
  evaluation.diagnostics = {{"error", "mine.cpp", 3, 7, "expected ';'"}};
  evaluation.compiler_output = "mine.cpp:3:7: error: expected ';'\n";
  return evaluation;
}

Item item(const std::string& task, const std::string& label, std::optional<Verdict> expected) {
  Item result;
  result.task_name = task;
  result.label = label;
  result.expected = expected;
  return result;
}

}  // namespace leap::cli::samples
