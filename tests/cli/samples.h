// Evaluations made by hand.
#pragma once

#include "client/cli/grading.h"

namespace leap::cli::samples {

protocol::Evaluation correct(double speedup = 2.0);
protocol::Evaluation wrong();
protocol::Evaluation compile_error();
protocol::Evaluation with_verdict(protocol::Verdict verdict, const std::string& reason);

Item item(const std::string& task, const std::string& label, std::optional<protocol::Verdict> expected = {});

}  // namespace leap::cli::samples
