#include "protocol/definition_check.h"

#include <algorithm>
#include <set>

#include "protocol/json_reader.h"
#include "protocol/limits.h"
#include "protocol/names.h"
#include "protocol/schema_error.h"
#include "protocol/text.h"

namespace leap::protocol {
namespace {

std::vector<std::string> axis_names(const Definition& definition) {
  std::vector<std::string> names;
  for (const Axis& axis : definition.axes) names.push_back(axis.name);
  return names;
}

std::string axis_path(const Axis& axis) { return member_path("$.axes", axis.name); }

// "a" and "A", "a_" are legal; a keyword is not, because it becomes the kernel's symbol.
void check_definition_name(const std::string& name) {
  const bool shaped = std::all_of(name.begin(), name.end(),
                                  [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
  const bool starts_well = !name.empty() && name[0] >= 'a' && name[0] <= 'z';
  if (!shaped || !starts_well) {
    throw SchemaError("$.name",
                      in_quotes(name) + " must be a lower-case letter, then lower-case letters, digits or '_'");
  }
  if (const auto fault = identifier_fault(name)) throw SchemaError("$.name", in_quotes(name) + ' ' + *fault);
}

void claim_name(const std::string& name, const std::string& path, std::set<std::string>& taken) {
  if (const auto fault = identifier_fault(name)) throw SchemaError(path, in_quotes(name) + ' ' + *fault);
  if (!taken.insert(name).second) {
    throw SchemaError(path, in_quotes(name) + " is already an axis or a tensor; every name must be its own");
  }
}

void check_names(const Definition& definition) {
  check_definition_name(definition.name);
  std::set<std::string> taken;
  for (const Axis& axis : definition.axes) claim_name(axis.name, axis_path(axis), taken);
  for (const TensorSpec& input : definition.inputs) claim_name(input.name, member_path("$.inputs", input.name), taken);
  for (const TensorSpec& output : definition.outputs) {
    claim_name(output.name, member_path("$.outputs", output.name), taken);
  }
}

void check_shapes(const std::vector<TensorSpec>& tensors, const std::string& path, const Definition& definition) {
  for (const TensorSpec& tensor : tensors) {
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
      if (definition.find_axis(tensor.shape[i])) continue;
      throw SchemaError(element_path(member_path(path, tensor.name) + ".shape", i),
                        unknown_word("axis", tensor.shape[i], axis_names(definition)));
    }
  }
}

void check_mentions(const Expression& expression, const std::string& path, const Definition& definition) {
  for (const std::string& name : expression.names()) {
    if (!definition.find_axis(name)) throw SchemaError(path, unknown_word("axis", name, axis_names(definition)));
  }
}

// Depth first from one derived axis; `trail` is the way there, `done` what is known to be free of cycles.
void follow(const Axis& axis, const Definition& definition, std::vector<std::string>& trail,
            std::set<std::string>& done) {
  if (axis.kind != Axis::Kind::derived || done.count(axis.name)) return;
  const auto seen = std::find(trail.begin(), trail.end(), axis.name);
  if (seen != trail.end()) {
    std::string cycle;
    for (auto it = seen; it != trail.end(); ++it) cycle += *it + " -> ";
    throw SchemaError(axis_path(axis) + ".expression", "derived axes form a cycle: " + cycle + axis.name);
  }
  trail.push_back(axis.name);
  for (const std::string& name : axis.expression->names()) follow(*definition.find_axis(name), definition, trail, done);
  trail.pop_back();
  done.insert(axis.name);
}

void check_expressions(const Definition& definition) {
  for (const Axis& axis : definition.axes) {
    if (axis.expression) check_mentions(*axis.expression, axis_path(axis) + ".expression", definition);
  }
  for (std::size_t i = 0; i < definition.constraints.size(); ++i) {
    check_mentions(definition.constraints[i], element_path("$.constraints", i), definition);
  }
  if (definition.tolerance.accumulations) {
    check_mentions(*definition.tolerance.accumulations, "$.tolerance.accumulations", definition);
  }
  std::vector<std::string> trail;
  std::set<std::string> done;
  for (const Axis& axis : definition.axes) follow(axis, definition, trail, done);
}

void check_reference(const std::string& reference) {
  if (reference.size() > limits::kMaxReferenceBytes) {
    throw SchemaError("$.reference", "has " + std::to_string(reference.size()) + " bytes; at most " +
                                         std::to_string(limits::kMaxReferenceBytes) + " are allowed");
  }
  if (reference.find('\0') != std::string::npos) throw SchemaError("$.reference", "contains a NUL character");
  if (reference.find("def run(") == std::string::npos) {
    throw SchemaError("$.reference", "must define the function that computes the outputs: `def run(...)`");
  }
}

}  // namespace

void check_definition(const Definition& definition) {
  check_names(definition);
  if (definition.outputs.empty()) throw SchemaError("$.outputs", "at least one output is needed");
  const std::size_t tensors = definition.inputs.size() + definition.outputs.size();
  if (tensors > limits::kMaxTensors) {
    throw SchemaError("$.outputs", "inputs and outputs are " + std::to_string(tensors) + " tensors together; at most " +
                                       std::to_string(limits::kMaxTensors) + " are allowed");
  }
  check_shapes(definition.inputs, "$.inputs", definition);
  check_shapes(definition.outputs, "$.outputs", definition);
  check_expressions(definition);
  check_reference(definition.reference);
}

}  // namespace leap::protocol
