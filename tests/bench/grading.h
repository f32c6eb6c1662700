// Tasks and evaluators for the benchmarks of grading.
#pragma once

#include <string>

#include "protocol/evaluation.h"
#include "protocol/task.h"
#include "sandbox/evaluation/evaluator.h"

namespace leap::bench {

protocol::Task load_task(const std::string& name);

// Of this build. On a host without some layer of the sandbox it goes on, as --allow-degraded does.
evaluation::EvaluatorOptions evaluator_options(int slots);

double stage_ms(const protocol::Evaluation& evaluation, const std::string& stage);

// Throws unless the verdict is `correct`: the time of anything else says nothing.
void expect_correct(const protocol::Evaluation& evaluation);

}  // namespace leap::bench
