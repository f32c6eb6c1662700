#include "protocol/definition.h"
#include "protocol/schema_error.h"
#include "protocol/solution.h"
#include "protocol/text.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace leap::protocol;

// Any value for the variable axes: every outcome is a SchemaError or a full set of shapes.
void resolve(const Definition& definition) {
  AxisValues variable;
  for (const Axis& axis : definition.axes) {
    if (axis.kind == Axis::Kind::variable) variable[axis.name] = 17;
  }
  try {
    const AxisValues axes = resolve_axes(definition, variable);
    leap::fuzz::require(axes.size() == definition.axes.size(), "every axis has a value");
    for (const TensorSpec& output : definition.outputs) element_count(output, axes);
  } catch (const SchemaError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const Definition definition = parse_definition(leap::fuzz::as_text(data, size));
    const std::string json = to_json_text(definition);
    leap::fuzz::require(to_json_text(parse_definition(json)) == json, "a definition survives JSON");
    candidate_header(definition, definition.name, Language::cuda);
    resolve(definition);
  } catch (const SchemaError& error) {
    leap::fuzz::require(is_valid_utf8(error.what()), "an error is valid UTF-8");
  }
  return 0;
}
