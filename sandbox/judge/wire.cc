#include "sandbox/judge/wire.h"

#include <nlohmann/json.hpp>

#include "protocol/schema_error.h"

namespace leap::judge {

using nlohmann::json;
using std::chrono::milliseconds;

namespace {

json to_json(const protocol::Mismatch& m) {
  return {{"workload", m.workload}, {"output", m.output}, {"index", m.index},
          {"expected", m.expected}, {"got", m.got},       {"note", m.note}};
}

protocol::Mismatch mismatch_from_json(const json& j) {
  return {j.at("workload"), j.at("output"), j.at("index"), j.at("expected"), j.at("got"), j.at("note")};
}

json to_json(const protocol::Timing& timing) {
  json workloads = json::array();
  for (const auto& w : timing.workloads) {
    workloads.push_back({{"workload", w.workload},
                         {"median_us", w.median_us},
                         {"p10_us", w.p10_us},
                         {"p90_us", w.p90_us},
                         {"samples", w.samples},
                         {"disturbed", w.disturbed},
                         {"baseline_median_us", w.baseline_median_us}});
  }
  json result{{"source", timing.source},
              {"workloads", workloads},
              {"median_us", timing.median_us},
              {"spread", timing.spread},
              {"reliable", timing.reliable}};
  if (timing.speedup) result["speedup"] = *timing.speedup;
  return result;
}

protocol::Timing timing_from_json(const json& j) {
  protocol::Timing timing;
  timing.source = j.at("source");
  for (const json& w : j.at("workloads")) {
    timing.workloads.push_back({w.at("workload"), w.at("median_us"), w.at("p10_us"), w.at("p90_us"), w.at("samples"),
                                w.at("disturbed"), w.at("baseline_median_us")});
  }
  timing.median_us = j.at("median_us");
  timing.spread = j.at("spread");
  timing.reliable = j.at("reliable");
  if (j.contains("speedup")) timing.speedup = j.at("speedup").get<double>();
  return timing;
}

}  // namespace

json to_json(const TrialOptions& o) {
  return {{"baseline", o.baseline},
          {"calls_per_workload", o.calls_per_workload},
          {"call_limit_ms", o.call_limit.count()},
          {"load_limit_ms", o.load_limit.count()},
          {"total_limit_ms", o.total_limit.count()}};
}

TrialOptions options_from_json(const json& j) {
  return {j.at("baseline").get<bool>(), j.at("calls_per_workload").get<int>(),
          milliseconds(j.at("call_limit_ms").get<long>()), milliseconds(j.at("load_limit_ms").get<long>()),
          milliseconds(j.at("total_limit_ms").get<long>())};
}

json to_json(const TrialReport& r) {
  json mismatches = json::array();
  for (const auto& mismatch : r.mismatches) mismatches.push_back(to_json(mismatch));
  json result{{"outcome", name(r.outcome)},
              {"reason", r.reason},
              {"passed", r.cases.passed},
              {"total", r.cases.total},
              {"mismatches", mismatches},
              {"evidence", r.evidence},
              {"hint", {{"signal", r.hint.signal}, {"system_call", r.hint.system_call}}},
              {"fault", r.fault},
              {"load_ms", r.load_ms},
              {"calls_ms", r.calls_ms},
              {"calls", r.calls}};
  if (r.timing) result["timing"] = to_json(*r.timing);
  return result;
}

TrialReport report_from_json(const json& j) {
  TrialReport r;
  const auto outcome = parse_outcome(j.at("outcome").get<std::string>());
  if (!outcome) throw protocol::SchemaError("$.outcome", "no such outcome");
  r.outcome = *outcome;
  r.reason = j.at("reason");
  r.cases = {j.at("passed"), j.at("total")};
  for (const json& mismatch : j.at("mismatches")) r.mismatches.push_back(mismatch_from_json(mismatch));
  r.evidence = j.at("evidence").get<std::vector<std::string>>();
  r.hint.signal = j.at("hint").at("signal");
  r.hint.system_call = j.at("hint").at("system_call");
  r.fault = j.at("fault");
  r.load_ms = j.at("load_ms");
  r.calls_ms = j.at("calls_ms");
  r.calls = j.at("calls");
  if (j.contains("timing")) r.timing = timing_from_json(j.at("timing"));
  return r;
}

json to_json(const AdmissionReport& r) {
  json checks = json::array();
  for (const auto& check : r.checks) {
    checks.push_back({{"name", check.name}, {"passed", check.passed}, {"detail", check.detail}});
  }
  return {{"admitted", r.admitted},
          {"checks", checks},
          {"memory_bytes", r.memory_bytes},
          {"error", r.error},
          {"definition_fault", r.definition_fault}};
}

AdmissionReport admission_from_json(const json& j) {
  AdmissionReport r;
  r.admitted = j.at("admitted");
  for (const json& check : j.at("checks")) {
    r.checks.push_back({check.at("name"), check.at("passed"), check.at("detail")});
  }
  r.memory_bytes = j.at("memory_bytes");
  r.error = j.at("error");
  r.definition_fault = j.at("definition_fault");
  return r;
}

}  // namespace leap::judge
