#include "protocol/workload_json.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "protocol/json_fields.h"
#include "protocol/json_reader.h"
#include "protocol/json_writer.h"
#include "protocol/limits.h"
#include "protocol/text.h"

namespace leap::protocol {
namespace {

using nlohmann::ordered_json;
using Kind = InputSpec::Kind;

struct KindName {
  Kind kind;
  std::string_view name;
};

constexpr std::array kKinds{KindName{Kind::mixed, "mixed"}, KindName{Kind::uniform, "uniform"},
                            KindName{Kind::integers, "integers"}, KindName{Kind::boolean, "boolean"},
                            KindName{Kind::positive, "positive"}};

std::optional<Kind> parse_kind(std::string_view word) {
  for (const KindName& known : kKinds) {
    if (known.name == word) return known.kind;
  }
  return std::nullopt;
}

std::string read_name(const JsonValue& value) {
  const std::string name = value.text(limits::kMaxNameBytes);
  const bool shaped = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
  });
  if (name.empty() || !shaped) value.fail(in_quotes(name) + " must be of lower-case letters, digits, '_', '.' and '-'");
  return name;
}

// An integer, or an expression over axes; kept as text either way.
std::string read_bound(const JsonValue& value) {
  if (value.is_text()) return read_expression(value).text();
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  return std::to_string(value.integer(-kMost, kMost));  // what an expression can say
}

InputSpec read_input(const JsonValue& value) {
  const JsonObject any = value.object({"type", "low", "high"});
  InputSpec spec;
  spec.kind =
      read_word(any.at("type"), "type of input", parse_kind, {"mixed", "uniform", "integers", "boolean", "positive"});
  const bool has_bounds = spec.kind == Kind::uniform || spec.kind == Kind::integers;
  const JsonObject object = has_bounds ? any : value.object({"type"});
  const auto low = object.find("low");
  const auto high = object.find("high");
  if (spec.kind == Kind::integers) {
    if (low) spec.low_expression = read_bound(*low);
    if (high) spec.high_expression = read_bound(*high);
  } else {
    if (low) spec.low = low->number();
    if (high) spec.high = high->number();
  }
  return spec;
}

ordered_json input_json(const InputSpec& spec) {
  ordered_json json;
  json["type"] = name(spec.kind);
  if (spec.kind == Kind::uniform) {
    json["low"] = spec.low;
    json["high"] = spec.high;
  }
  if (!spec.low_expression.empty()) json["low"] = spec.low_expression;
  if (!spec.high_expression.empty()) json["high"] = spec.high_expression;
  return json;
}

}  // namespace

std::string_view name(InputSpec::Kind kind) { return kKinds.at(static_cast<std::size_t>(kind)).name; }

Workload read_workload(std::string_view json_text, const std::string& root_path) {
  const JsonDocument document = JsonDocument::parse(json_text, root_path);
  const JsonObject root = document.root().object({"name", "axes", "inputs"});
  Workload workload;
  workload.name = read_name(root.at("name"));
  for (const auto& [axis, value] : root.at("axes").members(limits::kMaxAxes)) {
    workload.axes[axis] = value.integer(1, limits::kMaxAxis);
  }
  if (const auto inputs = root.find("inputs")) {
    for (const auto& [input, value] : inputs->members(limits::kMaxTensors)) workload.inputs[input] = read_input(value);
  }
  return workload;
}

std::string to_json_text(const Workload& workload) {
  ordered_json json;
  json["name"] = workload.name;
  json["axes"] = ordered_json::object();
  for (const auto& [axis, value] : workload.axes) json["axes"][axis] = value;
  for (const auto& [input, spec] : workload.inputs) json["inputs"][input] = input_json(spec);
  return dump_json(json);
}

}  // namespace leap::protocol
