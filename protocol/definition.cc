#include "protocol/definition.h"

#include <algorithm>
#include <stdexcept>

#include "protocol/json_reader.h"
#include "protocol/limits.h"
#include "protocol/names.h"
#include "protocol/schema_error.h"

namespace leap::protocol {
namespace {

std::string axis_path(std::string_view axis) { return member_path("$.axes", axis); }

void require_range(std::string_view axis, std::int64_t value) {
  if (value >= 1 && value <= limits::kMaxAxis) return;
  throw SchemaError(axis_path(axis),
                    "the value " + std::to_string(value) + " is not from 1 to " + std::to_string(limits::kMaxAxis));
}

void require_known(const Definition& definition, const AxisValues& variable_axes) {
  for (const auto& [name, value] : variable_axes) {
    const Axis* axis = definition.find_axis(name);
    if (axis && axis->kind == Axis::Kind::variable) continue;
    if (axis) throw SchemaError(axis_path(name), "the definition itself fixes this axis: give variable axes only");
    std::vector<std::string> known;
    for (const Axis& candidate : definition.axes) {
      if (candidate.kind == Axis::Kind::variable) known.push_back(candidate.name);
    }
    throw SchemaError(axis_path(name), unknown_word("variable axis", name, known));
  }
}

std::int64_t given_value(const Axis& axis, const AxisValues& variable_axes) {
  if (axis.kind == Axis::Kind::constant) return axis.value;
  const auto given = variable_axes.find(axis.name);
  if (given == variable_axes.end()) throw SchemaError(axis_path(axis.name), "this variable axis has no value");
  return given->second;
}

std::string shown(const AxisValues& axes, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : ", ") + name + " = " + std::to_string(axes.find(name)->second);
  }
  return text;
}

bool is_ready(const Axis& axis, const AxisValues& values) {
  const std::vector<std::string> names = axis.expression->names();
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) { return values.count(name) != 0; });
}

void derive(const Axis& axis, AxisValues& values) {
  std::int64_t value = 0;
  try {
    value = axis.expression->evaluate(values);
  } catch (const std::domain_error& error) {
    throw SchemaError(axis_path(axis.name), "cannot be derived from " + axis.expression->text() + ": " + error.what());
  }
  if (value < 1 || value > limits::kMaxAxis) {
    throw SchemaError(axis_path(axis.name), "derived as " + axis.expression->text() + " = " + std::to_string(value) +
                                                " where " + shown(values, axis.expression->names()) +
                                                "; must be from 1 to " + std::to_string(limits::kMaxAxis));
  }
  values[axis.name] = value;
}

// Every round derives at least one axis, because parse_definition has refused cycles.
void derive_all(const Definition& definition, AxisValues& values) {
  std::vector<const Axis*> pending;
  for (const Axis& axis : definition.axes) {
    if (axis.kind == Axis::Kind::derived) pending.push_back(&axis);
  }
  while (!pending.empty()) {
    const auto ready =
        std::find_if(pending.begin(), pending.end(), [&](const Axis* a) { return is_ready(*a, values); });
    if (ready == pending.end()) {
      throw SchemaError(axis_path(pending.front()->name), "derived from an unknown axis, or from itself");
    }
    derive(**ready, values);
    pending.erase(ready);
  }
}

void require_constraint(const Expression& constraint, const AxisValues& values) {
  std::int64_t holds = 0;
  try {
    holds = constraint.evaluate(values);
  } catch (const std::domain_error& error) {
    throw SchemaError("$.axes", "the constraint " + constraint.text() + " cannot be evaluated: " + error.what());
  }
  if (holds == 0) {
    throw SchemaError(
        "$.axes", "the constraint " + constraint.text() + " does not hold where " + shown(values, constraint.names()));
  }
}

}  // namespace

const Axis* Definition::find_axis(std::string_view axis) const {
  const auto found = std::find_if(axes.begin(), axes.end(), [&](const Axis& a) { return a.name == axis; });
  return found == axes.end() ? nullptr : &*found;
}

AxisValues resolve_axes(const Definition& definition, const AxisValues& variable_axes) {
  require_known(definition, variable_axes);
  AxisValues values;
  for (const Axis& axis : definition.axes) {
    if (axis.kind == Axis::Kind::derived) continue;
    const std::int64_t value = given_value(axis, variable_axes);
    require_range(axis.name, value);
    values[axis.name] = value;
  }
  derive_all(definition, values);
  for (const Expression& constraint : definition.constraints) require_constraint(constraint, values);
  return values;
}

std::vector<std::int64_t> shape_of(const TensorSpec& tensor, const AxisValues& axes) {
  std::vector<std::int64_t> shape;
  for (const std::string& axis : tensor.shape) {
    const auto found = axes.find(axis);
    if (found == axes.end()) throw SchemaError(axis_path(axis), "this axis of " + tensor.name + " has no value");
    shape.push_back(found->second);
  }
  return shape;
}

std::int64_t element_count(const TensorSpec& tensor, const AxisValues& axes) {
  std::int64_t count = 1;
  for (const std::int64_t extent : shape_of(tensor, axes)) {
    if (__builtin_mul_overflow(count, extent, &count) || count > limits::kMaxElements) {
      throw SchemaError("$.axes", "the tensor " + tensor.name + " has more than " +
                                      std::to_string(limits::kMaxElements) + " elements where " +
                                      shown(axes, tensor.shape));
    }
  }
  return count;
}

}  // namespace leap::protocol
