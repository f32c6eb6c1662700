#include "client/cli/tasks_json.h"

#include <nlohmann/json.hpp>

namespace leap::cli {

using nlohmann::ordered_json;

namespace {

// What came from outside is valid UTF-8 already; a file's name need not be.
std::string dumped(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

ordered_json example_json(const protocol::ExampleSolution& example) {
  ordered_json json;
  json["name"] = example.solution.name;
  json["file"] = example.file.string();
  json["expect"] = example.expected ? ordered_json(protocol::name(*example.expected)) : ordered_json();
  return json;
}

}  // namespace

std::string task_json(const protocol::Task& task) {
  const auto& definition = task.definition;
  ordered_json json;
  json["name"] = definition.name;
  json["definition"] = ordered_json::parse(protocol::to_json_text(definition));
  json["workloads"] = ordered_json::array();
  for (const auto& workload : task.workloads) {
    json["workloads"].push_back(ordered_json::parse(protocol::to_json_text(workload)));
  }
  json["prompt"] = task.prompt;
  json["prototype"] = protocol::prototype(definition, definition.name, protocol::Language::cpp);
  json["header"] = protocol::candidate_header(definition, definition.name, protocol::Language::cpp);
  json["examples"] = ordered_json::array();
  for (const auto& example : task.examples) json["examples"].push_back(example_json(example));
  return dumped(json);
}

std::string broken_task_json(const std::string& name, const std::string& error) {
  ordered_json json;
  json["name"] = name;
  json["error"] = error;
  return dumped(json);
}

std::string admission_json(const std::string& task, const judge::AdmissionReport& report,
                           const std::optional<protocol::Evaluation>& baseline) {
  ordered_json json;
  json["task"] = task;
  json["admitted"] = report.admitted && baseline && baseline->verdict == protocol::Verdict::correct;
  json["error"] = report.error;
  json["memory_bytes"] = report.memory_bytes;
  json["checks"] = ordered_json::array();
  for (const auto& check : report.checks) {
    json["checks"].push_back({{"name", check.name}, {"passed", check.passed}, {"detail", check.detail}});
  }
  json["baseline"] = baseline ? ordered_json::parse(protocol::to_json_text(*baseline)) : ordered_json();
  return dumped(json);
}

}  // namespace leap::cli
