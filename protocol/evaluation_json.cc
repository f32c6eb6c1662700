#include <cmath>
#include <limits>

#include "protocol/evaluation.h"
#include "protocol/json_fields.h"
#include "protocol/json_reader.h"
#include "protocol/json_writer.h"
#include "protocol/limits.h"
#include "protocol/schema_error.h"
#include "protocol/verdict_words.h"

namespace leap::protocol {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMaxText = limits::kMaxJsonBytes;  // the document's own limit bounds every text in it
constexpr std::size_t kMaxItems = limits::kMaxJsonBytes;
constexpr std::int64_t kMaxInt = std::numeric_limits<int>::max();
constexpr std::int64_t kMaxInt64 = std::numeric_limits<std::int64_t>::max();

std::string text(const JsonObject& object, std::string_view field) { return object.at(field).text(kMaxText); }
int count(const JsonObject& object, std::string_view field) {
  return static_cast<int>(object.at(field).integer(0, kMaxInt));
}
double number(const JsonObject& object, std::string_view field) { return object.at(field).number(); }

template <typename Read>
auto read_list(const JsonValue& value, Read read) {
  std::vector<decltype(read(value))> list;
  for (const JsonValue& element : value.elements(kMaxItems)) list.push_back(read(element));
  return list;
}

template <typename Item, typename Write>
ordered_json list_json(const std::vector<Item>& list, Write write) {
  ordered_json json = ordered_json::array();
  for (const Item& item : list) json.push_back(write(item));
  return json;
}

// JSON has no NaN and no infinity, and the library would write null for them.
double finite(double value, const char* path) {
  if (!std::isfinite(value)) throw SchemaError(path, "is not a finite number, which JSON cannot hold");
  return value;
}

Stage read_stage(const JsonValue& value) {
  const JsonObject object = value.object({"name", "status", "elapsed_ms", "detail"});
  return {text(object, "name"), text(object, "status"), number(object, "elapsed_ms"), text(object, "detail")};
}

ordered_json stage_json(const Stage& stage) {
  ordered_json json;
  json["name"] = stage.name;
  json["status"] = stage.status;
  json["elapsed_ms"] = finite(stage.elapsed_ms, "$.stages[].elapsed_ms");
  json["detail"] = stage.detail;
  return json;
}

Diagnostic read_diagnostic(const JsonValue& value) {
  const JsonObject object = value.object({"severity", "file", "line", "column", "message"});
  return {text(object, "severity"), text(object, "file"), count(object, "line"), count(object, "column"),
          text(object, "message")};
}

ordered_json diagnostic_json(const Diagnostic& diagnostic) {
  ordered_json json;
  json["severity"] = diagnostic.severity;
  json["file"] = diagnostic.file;
  json["line"] = diagnostic.line;
  json["column"] = diagnostic.column;
  json["message"] = diagnostic.message;
  return json;
}

Mismatch read_mismatch(const JsonValue& value) {
  const JsonObject object = value.object({"workload", "output", "index", "expected", "got", "note"});
  Mismatch mismatch{text(object, "workload"), text(object, "output"), {},
                    text(object, "expected"), text(object, "got"),    text(object, "note")};
  for (const JsonValue& position : object.at("index").elements(limits::kMaxRank)) {
    mismatch.index.push_back(position.integer(0, kMaxInt64));
  }
  return mismatch;
}

ordered_json mismatch_json(const Mismatch& mismatch) {
  ordered_json json;
  json["workload"] = mismatch.workload;
  json["output"] = mismatch.output;
  json["index"] = mismatch.index;
  json["expected"] = mismatch.expected;
  json["got"] = mismatch.got;
  json["note"] = mismatch.note;
  return json;
}

WorkloadTime read_workload_time(const JsonValue& value) {
  const JsonObject object =
      value.object({"workload", "median_us", "p10_us", "p90_us", "samples", "disturbed", "baseline_median_us"});
  return {text(object, "workload"),
          number(object, "median_us"),
          number(object, "p10_us"),
          number(object, "p90_us"),
          count(object, "samples"),
          count(object, "disturbed"),
          number(object, "baseline_median_us")};
}

ordered_json workload_time_json(const WorkloadTime& time) {
  ordered_json json;
  json["workload"] = time.workload;
  json["median_us"] = finite(time.median_us, "$.timing.workloads[].median_us");
  json["p10_us"] = finite(time.p10_us, "$.timing.workloads[].p10_us");
  json["p90_us"] = finite(time.p90_us, "$.timing.workloads[].p90_us");
  json["samples"] = time.samples;
  json["disturbed"] = time.disturbed;
  json["baseline_median_us"] = finite(time.baseline_median_us, "$.timing.workloads[].baseline_median_us");
  return json;
}

Timing read_timing(const JsonValue& value) {
  const JsonObject object = value.object({"source", "workloads", "median_us", "spread", "speedup", "reliable"});
  Timing timing;
  timing.source = text(object, "source");
  timing.workloads = read_list(object.at("workloads"), read_workload_time);
  timing.median_us = number(object, "median_us");
  timing.spread = number(object, "spread");
  if (const auto speedup = object.find("speedup")) timing.speedup = speedup->number();
  timing.reliable = object.at("reliable").boolean();
  return timing;
}

ordered_json timing_json(const Timing& timing) {
  ordered_json json;
  json["source"] = timing.source;
  json["workloads"] = list_json(timing.workloads, workload_time_json);
  json["median_us"] = finite(timing.median_us, "$.timing.median_us");
  json["spread"] = finite(timing.spread, "$.timing.spread");
  if (timing.speedup) json["speedup"] = finite(*timing.speedup, "$.timing.speedup");
  json["reliable"] = timing.reliable;
  return json;
}

Cases read_cases(const JsonValue& value) {
  const JsonObject object = value.object({"passed", "total"});
  const Cases cases{count(object, "passed"), count(object, "total")};
  if (cases.passed > cases.total) value.fail("more cases passed than there are");
  return cases;
}

ordered_json cases_json(const Cases& cases) {
  ordered_json json;
  json["passed"] = cases.passed;
  json["total"] = cases.total;
  return json;
}

}  // namespace

std::string to_json_text(const Evaluation& evaluation, int indent) {
  ordered_json json;
  json["verdict"] = name(evaluation.verdict);
  json["reason"] = evaluation.reason;
  json["task"] = evaluation.task;
  json["solution"] = evaluation.solution;
  json["language"] = evaluation.language;
  json["device"] = evaluation.device;
  json["stages"] = list_json(evaluation.stages, stage_json);
  json["diagnostics"] = list_json(evaluation.diagnostics, diagnostic_json);
  json["compiler_output"] = evaluation.compiler_output;
  json["program_output"] = evaluation.program_output;
  json["mismatches"] = list_json(evaluation.mismatches, mismatch_json);
  json["cases"] = cases_json(evaluation.cases);
  if (evaluation.timing) json["timing"] = timing_json(*evaluation.timing);
  json["limits"] = evaluation.limits;
  json["evidence"] = evaluation.evidence;
  json["feedback"] = evaluation.feedback;
  return dump_json(json, indent);
}

Evaluation parse_evaluation(std::string_view json_text) {
  const JsonDocument document = JsonDocument::parse(json_text);
  const JsonObject root = document.root().object({"verdict", "reason", "task", "solution", "language", "device",
                                                  "stages", "diagnostics", "compiler_output", "program_output",
                                                  "mismatches", "cases", "timing", "limits", "evidence", "feedback"});
  Evaluation evaluation;
  evaluation.verdict = read_word(root.at("verdict"), "verdict", parse_verdict, verdict_words());
  evaluation.reason = text(root, "reason");
  evaluation.task = text(root, "task");
  evaluation.solution = text(root, "solution");
  evaluation.language = text(root, "language");
  evaluation.device = text(root, "device");
  evaluation.stages = read_list(root.at("stages"), read_stage);
  evaluation.diagnostics = read_list(root.at("diagnostics"), read_diagnostic);
  evaluation.compiler_output = text(root, "compiler_output");
  evaluation.program_output = text(root, "program_output");
  evaluation.mismatches = read_list(root.at("mismatches"), read_mismatch);
  evaluation.cases = read_cases(root.at("cases"));
  if (const auto timing = root.find("timing")) evaluation.timing = read_timing(*timing);
  evaluation.limits = root.at("limits").texts(kMaxItems, kMaxText);
  evaluation.evidence = root.at("evidence").texts(kMaxItems, kMaxText);
  evaluation.feedback = text(root, "feedback");
  return evaluation;
}

}  // namespace leap::protocol
