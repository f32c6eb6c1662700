#include "protocol/definition_check.h"
#include "protocol/json_fields.h"
#include "protocol/json_reader.h"
#include "protocol/json_writer.h"
#include "protocol/limits.h"
#include "protocol/names.h"
#include "protocol/schema_error.h"

namespace leap::protocol {
namespace {

using nlohmann::ordered_json;

Axis read_axis(const std::string& name, const JsonValue& value) {
  Axis axis;
  axis.name = name;
  const JsonObject any = value.object({"type", "value", "expression", "description"});
  const std::string type = any.at("type").text(limits::kMaxNameBytes);
  if (type == "const") {
    axis.kind = Axis::Kind::constant;
    axis.value = value.object({"type", "value", "description"}).at("value").integer(1, limits::kMaxAxis);
  } else if (type == "var") {
    axis.kind = Axis::Kind::variable;
    value.object({"type", "description"});
  } else if (type == "expr") {
    axis.kind = Axis::Kind::derived;
    axis.expression = read_expression(value.object({"type", "expression", "description"}).at("expression"));
  } else {
    any.at("type").fail(unknown_word("axis type", type, {"const", "var", "expr"}));
  }
  axis.description = optional_text(any, "description", limits::kMaxDescriptionBytes);
  return axis;
}

std::vector<TensorSpec> read_tensors(const JsonValue& value) {
  std::vector<TensorSpec> tensors;
  for (const auto& [name, member] : value.members(limits::kMaxTensors)) {
    const JsonObject object = member.object({"shape", "dtype", "description"});
    TensorSpec tensor;
    tensor.name = name;
    tensor.shape = object.at("shape").texts(limits::kMaxRank, limits::kMaxNameBytes);
    tensor.dtype = read_word(object.at("dtype"), "dtype", parse_dtype,
                             {"float32", "float64", "float16", "bfloat16", "int32", "int64", "bool"});
    tensor.description = optional_text(object, "description", limits::kMaxDescriptionBytes);
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

// The text, or its lines as an array, which is easier to write and to review in JSON.
std::string read_reference(const JsonValue& value) {
  if (!value.is_array()) {
    if (!value.is_text()) value.fail("must be TorchScript source: a string, or an array with a string for each line");
    return value.text(limits::kMaxReferenceBytes);
  }
  const std::vector<std::string> lines = value.texts(limits::kMaxReferenceBytes, limits::kMaxReferenceBytes);
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? "" : "\n") + lines[i];
  return text;
}

ordered_json axis_json(const Axis& axis) {
  ordered_json json;
  switch (axis.kind) {
    case Axis::Kind::constant:
      json["type"] = "const";
      json["value"] = axis.value;
      break;
    case Axis::Kind::variable:
      json["type"] = "var";
      break;
    case Axis::Kind::derived:
      json["type"] = "expr";
      json["expression"] = axis.expression ? axis.expression->text() : "";
      break;
  }
  if (!axis.description.empty()) json["description"] = axis.description;
  return json;
}

ordered_json tensors_json(const std::vector<TensorSpec>& tensors) {
  ordered_json json = ordered_json::object();
  for (const TensorSpec& tensor : tensors) {
    ordered_json& member = json[tensor.name];
    member["shape"] = tensor.shape;
    member["dtype"] = name(tensor.dtype);
    if (!tensor.description.empty()) member["description"] = tensor.description;
  }
  return json;
}

}  // namespace

Definition parse_definition(std::string_view json_text) {
  const JsonDocument document = JsonDocument::parse(json_text);
  const JsonObject root = document.root().object(
      {"name", "description", "tags", "axes", "inputs", "outputs", "constraints", "reference", "tolerance"});
  Definition definition;
  definition.name = root.at("name").text(limits::kMaxNameBytes);
  definition.description = root.at("description").text(limits::kMaxDescriptionBytes);
  if (const auto tags = root.find("tags")) definition.tags = tags->texts(limits::kMaxTags, limits::kMaxNameBytes);
  for (const auto& [name, value] : root.at("axes").members(limits::kMaxAxes)) {
    definition.axes.push_back(read_axis(name, value));
  }
  definition.inputs = read_tensors(root.at("inputs"));
  definition.outputs = read_tensors(root.at("outputs"));
  if (const auto constraints = root.find("constraints")) {
    for (const JsonValue& constraint : constraints->elements(limits::kMaxConstraints)) {
      definition.constraints.push_back(read_expression(constraint));
    }
  }
  definition.reference = read_reference(root.at("reference"));
  if (const auto tolerance = root.find("tolerance")) {
    const JsonObject object = tolerance->object({"accumulations"});
    if (const auto value = object.find("accumulations")) definition.tolerance.accumulations = read_expression(*value);
  }
  check_definition(definition);
  return definition;
}

std::string to_json_text(const Definition& definition) {
  ordered_json json;
  json["name"] = definition.name;
  json["description"] = definition.description;
  if (!definition.tags.empty()) json["tags"] = definition.tags;
  json["axes"] = ordered_json::object();
  for (const Axis& axis : definition.axes) json["axes"][axis.name] = axis_json(axis);
  json["inputs"] = tensors_json(definition.inputs);
  json["outputs"] = tensors_json(definition.outputs);
  for (const Expression& constraint : definition.constraints) json["constraints"].push_back(constraint.text());
  json["reference"] = definition.reference;
  if (const auto& accumulations = definition.tolerance.accumulations) {
    json["tolerance"]["accumulations"] = accumulations->text();
  }
  return dump_json(json);
}

}  // namespace leap::protocol
