#include "tests/bench/grading.h"

#include <stdexcept>

#include "sandbox/evaluation/installation.h"

namespace leap::bench {

protocol::Task load_task(const std::string& name) {
  return protocol::load_task(evaluation::installation_at(LEAP_BINARY_DIR).tasks / name);
}

evaluation::EvaluatorOptions evaluator_options(int slots) {
  evaluation::EvaluatorOptions options;
  options.installation = evaluation::installation_at(LEAP_BINARY_DIR);
  options.slots = slots;
  options.allow_degraded = true;
  return options;
}

double stage_ms(const protocol::Evaluation& evaluation, const std::string& stage) {
  for (const auto& each : evaluation.stages) {
    if (each.name == stage) return each.elapsed_ms;
  }
  throw std::runtime_error("an evaluation without the stage " + stage);
}

void expect_correct(const protocol::Evaluation& evaluation) {
  if (evaluation.verdict == protocol::Verdict::correct) return;
  throw std::runtime_error(evaluation.task + " / " + evaluation.solution + ": " +
                           std::string(protocol::name(evaluation.verdict)) + ", " + evaluation.reason);
}

}  // namespace leap::bench
