// A task folder: tasks/NAME/{definition.json, prompt.md, workloads.jsonl, baseline.cpp, solutions/*.cpp}.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "protocol/definition.h"
#include "protocol/evaluation.h"
#include "protocol/solution.h"
#include "protocol/workload.h"

namespace leap::protocol {

// A solution that ships with a task. A line `// expect: VERDICT` in its source says what it must get.
struct ExampleSolution {
  std::filesystem::path file;
  Solution solution;
  std::optional<Verdict> expected;
};

struct Task {
  Definition definition;
  std::vector<Workload> workloads;
  std::string prompt;
  Solution baseline;
  std::vector<ExampleSolution> examples;  // sorted by file name
};

// Reads one folder. Throws SchemaError whose path starts with the file: `tasks/relu/definition.json: $.axes.n`.
// The definition's name must equal the folder's.
Task load_task(const std::filesystem::path& folder);

// Names of the folders under `tasks` that hold a definition.json, sorted.
std::vector<std::string> list_tasks(const std::filesystem::path& tasks);

}  // namespace leap::protocol
