#include "protocol/workload.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

#include "protocol/json_reader.h"
#include "protocol/limits.h"
#include "protocol/schema_error.h"
#include "protocol/text.h"
#include "protocol/workload_json.h"

namespace leap::protocol {
namespace {

constexpr std::string_view kDefaultLow = "-1000";
constexpr std::string_view kDefaultHigh = "1000";

// Largest finite value of the type.
double largest(Dtype dtype) {
  switch (dtype) {
    case Dtype::float16:
      return 65504;
    case Dtype::bfloat16:
      return std::ldexp(255.0, 120);
    case Dtype::float32:
      return std::numeric_limits<float>::max();
    default:
      return std::numeric_limits<double>::max();
  }
}

const TensorSpec* find_input(const Definition& definition, std::string_view name) {
  for (const TensorSpec& input : definition.inputs) {
    if (input.name == name) return &input;
  }
  return nullptr;
}

std::int64_t bound(const std::string& expression, const AxisValues& axes, const std::string& path) {
  try {
    return Expression::parse(expression).evaluate(axes);
  } catch (const std::logic_error& error) {  // both kinds of fault of an expression derive from it
    throw SchemaError(path, "the bound " + expression + ": " + error.what());
  }
}

void check_integers(const InputSpec& spec, const TensorSpec& input, const AxisValues& axes, const std::string& path) {
  const std::int64_t low = bound(spec.low_expression, axes, path);
  const std::int64_t high = bound(spec.high_expression, axes, path);
  if (low >= high) {
    throw SchemaError(path, "no integer is from low = " + std::to_string(low) +
                                " to below high = " + std::to_string(high) + "; low must be less than high");
  }
  constexpr std::int64_t kLeast = std::numeric_limits<std::int32_t>::min();
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (input.dtype == Dtype::int32 && (low < kLeast || high > kMost + 1)) {
    throw SchemaError(path, "low = " + std::to_string(low) + " and high = " + std::to_string(high) +
                                " go beyond int32: low must be at least -2^31, high at most 2^31");
  }
}

void check_uniform(const InputSpec& spec, const TensorSpec& input, const std::string& path) {
  if (!(spec.low < spec.high)) throw SchemaError(path, "low must be less than high");
  const double most = largest(input.dtype);
  if (std::abs(spec.low) > most || std::abs(spec.high) > most) {
    throw SchemaError(path, "low and high must be finite in " + std::string(name(input.dtype)));
  }
}

void check_input(const InputSpec& spec, const TensorSpec& input, const AxisValues& axes, const std::string& path) {
  const bool is_integer = input.dtype == Dtype::int32 || input.dtype == Dtype::int64;
  const bool fits = spec.kind == InputSpec::Kind::boolean    ? input.dtype == Dtype::boolean
                    : spec.kind == InputSpec::Kind::integers ? is_integer
                                                             : is_floating(input.dtype);
  if (!fits) {
    const std::string_view wanted = is_floating(input.dtype) ? "mixed, uniform or positive"
                                    : is_integer             ? "integers"
                                                             : "boolean";
    throw SchemaError(path + ".type", std::string(name(spec.kind)) + " cannot be drawn for the dtype " +
                                          std::string(name(input.dtype)) + " of " + input.name + "; use " +
                                          std::string(wanted));
  }
  if (spec.kind == InputSpec::Kind::integers) check_integers(spec, input, axes, path);
  if (spec.kind == InputSpec::Kind::uniform) check_uniform(spec, input, path);
}

void check_accumulations(const Definition& definition, const AxisValues& axes) {
  const auto& accumulations = definition.tolerance.accumulations;
  if (!accumulations) return;
  std::int64_t value = 0;
  try {
    value = accumulations->evaluate(axes);
  } catch (const std::domain_error& error) {
    throw SchemaError("$.axes", "tolerance.accumulations of the definition: " + std::string(error.what()));
  }
  if (value < 1) {
    throw SchemaError("$.axes", "tolerance.accumulations of the definition is " + std::to_string(value) +
                                    " here; must be at least 1");
  }
}

// Everything that could still make the workload impossible to run.
void check_workload(const Workload& workload, const Definition& definition) {
  const AxisValues axes = resolve_axes(definition, workload.axes);
  for (const TensorSpec& tensor : definition.inputs) element_count(tensor, axes);
  for (const TensorSpec& tensor : definition.outputs) element_count(tensor, axes);
  check_accumulations(definition, axes);
  for (const TensorSpec& input : definition.inputs) {
    check_input(input_spec(workload, input), input, axes, member_path("$.inputs", input.name));
  }
}

void check_input_names(const Workload& workload, const Definition& definition) {
  std::vector<std::string> known;
  for (const TensorSpec& input : definition.inputs) known.push_back(input.name);
  for (const auto& [name, spec] : workload.inputs) {
    if (!find_input(definition, name)) {
      throw SchemaError(member_path("$.inputs", name), unknown_word("input", name, known));
    }
  }
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == line.npos; }

Workload read_line(std::string_view line, const std::string& place, const Definition& definition) {
  Workload workload = read_workload(line, place + "$");
  try {
    check_input_names(workload, definition);
    check_workload(workload, definition);
  } catch (const SchemaError& error) {
    throw SchemaError(place + error.path(), error.message());
  }
  return workload;
}

}  // namespace

std::vector<Workload> parse_workloads(std::string_view jsonl, const Definition& definition) {
  if (jsonl.size() > limits::kMaxJsonBytes) {
    throw SchemaError("$", "the workloads have " + std::to_string(jsonl.size()) + " bytes; at most " +
                               std::to_string(limits::kMaxJsonBytes) + " are read");
  }
  std::vector<Workload> workloads;
  std::set<std::string> names;
  for (std::size_t number = 1; !jsonl.empty(); ++number) {
    const std::size_t end = std::min(jsonl.find('\n'), jsonl.size());
    const std::string_view line = jsonl.substr(0, end);
    jsonl.remove_prefix(std::min(end + 1, jsonl.size()));
    if (is_blank(line)) continue;

    const std::string place = "line " + std::to_string(number) + ": ";
    if (workloads.size() == limits::kMaxWorkloads) {
      throw SchemaError(place + "$", "more than " + std::to_string(limits::kMaxWorkloads) + " workloads");
    }
    workloads.push_back(read_line(line, place, definition));
    if (!names.insert(workloads.back().name).second) {
      throw SchemaError(place + "$.name", in_quotes(workloads.back().name) + " is the name of an earlier workload");
    }
  }
  if (workloads.empty()) throw SchemaError("$", "no workload: at least one line with a JSON object is needed");
  return workloads;
}

InputSpec input_spec(const Workload& workload, const TensorSpec& input) {
  InputSpec spec;
  if (const auto given = workload.inputs.find(input.name); given != workload.inputs.end()) {
    spec = given->second;
  } else if (input.dtype == Dtype::boolean) {
    spec.kind = InputSpec::Kind::boolean;
  } else {
    spec.kind = is_floating(input.dtype) ? InputSpec::Kind::mixed : InputSpec::Kind::integers;
  }
  if (spec.kind == InputSpec::Kind::integers) {
    if (spec.low_expression.empty()) spec.low_expression = kDefaultLow;
    if (spec.high_expression.empty()) spec.high_expression = kDefaultHigh;
  }
  return spec;
}

}  // namespace leap::protocol
