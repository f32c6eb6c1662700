// Tasks and their admission as JSON: one object a line.
#pragma once

#include <optional>
#include <string>

#include "protocol/evaluation.h"
#include "protocol/task.h"
#include "sandbox/judge/admission.h"

namespace leap::cli {

// {"name", "definition", "workloads", "prompt", "prototype", "header", "examples": [{"name", "file", "expect"}]}
std::string task_json(const protocol::Task& task);

// {"name", "error"} for a task that cannot be read.
std::string broken_task_json(const std::string& name, const std::string& error);

// {"task", "admitted", "error", "memory_bytes", "checks": [{"name", "passed", "detail"}], "baseline": an evaluation or
// null}; `admitted` says that the report admits it and that the baseline is correct.
std::string admission_json(const std::string& task, const judge::AdmissionReport& report,
                           const std::optional<protocol::Evaluation>& baseline);

}  // namespace leap::cli
