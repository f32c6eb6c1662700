// The outcome of grading one solution: the verdict, stage by stage, and all evidence behind it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leap::protocol {

// Worst to best; `infra` (our fault, to be retried, never scored) and `bad_definition` stand beside the scale.
enum class Verdict {
  cheat,
  no_code,
  compile_error,
  crash,
  timeout,
  memory_limit,
  wrong,
  correct,
  infra,
  bad_definition
};

std::string_view name(Verdict verdict);
std::optional<Verdict> parse_verdict(std::string_view word);

// One compiler message; the file is always the candidate's own name for its source.
struct Diagnostic {
  std::string severity;  // "error", "warning", "note"
  std::string file;
  int line = 0;  // 1-based; 0 when the message has no place
  int column = 0;
  std::string message;
};

struct Stage {
  std::string name;    // "compile", "load", "check" (every checked call is a timed one)
  std::string status;  // "ok", "failed", "skipped"
  double elapsed_ms = 0;
  std::string detail;  // one line; empty when ok
};

struct Mismatch {
  std::string workload;
  std::string output;
  std::vector<std::int64_t> index;  // row-major position; empty for a scalar
  std::string expected;             // as text, so that NaN, infinities and int64 survive JSON
  std::string got;
  std::string note;  // "not written", "NaN where the reference is finite", "off by 3.1e5 tolerances"
};

// Time of one workload, over the calls that the judge made in random order.
struct WorkloadTime {
  std::string workload;
  double median_us = 0;
  double p10_us = 0;
  double p90_us = 0;
  int samples = 0;
  int disturbed = 0;              // further calls, left out because the host had taken the processor away meanwhile
  double baseline_median_us = 0;  // of the task's baseline in the same, interleaved calls; 0 when it was not run
};

struct Timing {
  std::string source;  // "host_clock"; later "cupti", "model"
  std::vector<WorkloadTime> workloads;
  double median_us = 0;           // geometric mean of the workloads' medians
  double spread = 0;              // geometric mean over workloads of p90/p10
  std::optional<double> speedup;  // geometric mean of baseline/solution medians
  bool reliable = true;           // false: the host was too busy, the medians rest on disturbed calls; then no speedup
};

struct Cases {  // a case is one workload; it passes when every call of it was right
  int passed = 0;
  int total = 0;
};

struct Evaluation {
  Verdict verdict = Verdict::infra;
  std::string reason;  // one line: why this verdict
  std::string task;
  std::string solution;
  std::string language;
  std::string device;  // "cpu"
  std::vector<Stage> stages;
  std::vector<Diagnostic> diagnostics;
  std::string compiler_output;  // bounded, valid UTF-8, escapes shown
  std::string program_output;   // what the candidate printed; bounded, same treatment, never parsed
  std::vector<Mismatch> mismatches;
  Cases cases;
  std::optional<Timing> timing;       // only when correct
  std::vector<std::string> limits;    // limits that were hit: "memory 512 MiB"
  std::vector<std::string> evidence;  // what showed a cheat
  std::string feedback;               // bounded text for a language model
};

// Throws SchemaError when a number is not finite: JSON cannot hold it, and a time that is not one is our fault.
std::string to_json_text(const Evaluation& evaluation, int indent = -1);

// The inverse. Throws SchemaError: every field that to_json_text() always writes must be there.
Evaluation parse_evaluation(std::string_view json_text);

}  // namespace leap::protocol
