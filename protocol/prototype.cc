// The C side of a definition: what a kernel's symbol takes, in which order.
#include <algorithm>
#include <string>

#include "protocol/solution.h"

namespace leap::protocol {
namespace {

// CUDA has types of its own for the halves; a cpp kernel gets their 16 bits.
std::string_view element_type(Dtype dtype, Language language) {
  if (language == Language::cuda && dtype == Dtype::float16) return "__half";
  if (language == Language::cuda && dtype == Dtype::bfloat16) return "__nv_bfloat16";
  return cpp_type(dtype);
}

bool uses(const Definition& definition, Dtype dtype) {
  const auto has = [dtype](const TensorSpec& tensor) { return tensor.dtype == dtype; };
  return std::any_of(definition.inputs.begin(), definition.inputs.end(), has) ||
         std::any_of(definition.outputs.begin(), definition.outputs.end(), has);
}

std::string includes(const Definition& definition, Language language) {
  std::string lines = "#include <cstdint>\n";
  if (language == Language::cpp) return lines;
  if (uses(definition, Dtype::bfloat16)) lines += "#include <cuda_bf16.h>\n";
  if (uses(definition, Dtype::float16)) lines += "#include <cuda_fp16.h>\n";
  return lines + "#include <cuda_runtime_api.h>\n";
}

std::string constants(const Definition& definition) {
  std::string lines;
  for (const Axis& axis : definition.axes) {
    if (axis.kind != Axis::Kind::constant) continue;
    lines += "constexpr int64_t " + axis.name + " = " + std::to_string(axis.value) + ";\n";
  }
  return lines;
}

}  // namespace

std::string prototype(const Definition& definition, std::string_view entry_point, Language language) {
  std::string parameters;
  const auto add = [&parameters](const std::string& parameter) {
    parameters += (parameters.empty() ? "" : ", ") + parameter;
  };
  for (const TensorSpec& input : definition.inputs) {
    add("const " + std::string(element_type(input.dtype, language)) + "* " + input.name);
  }
  for (const TensorSpec& output : definition.outputs) {
    add(std::string(element_type(output.dtype, language)) + "* " + output.name);
  }
  for (const Axis& axis : definition.axes) {
    if (axis.kind == Axis::Kind::variable) add("int64_t " + axis.name);
  }
  if (language == Language::cuda) add("cudaStream_t stream");
  return "extern \"C\" void " + std::string(entry_point) + '(' + parameters + ')';
}

std::string candidate_header(const Definition& definition, std::string_view entry_point, Language language) {
  return "// The kernel that is asked for. Define this function.\n#pragma once\n\n" + includes(definition, language) +
         "\nnamespace leap_task {\n" + constants(definition) + "}  // namespace leap_task\n\n" +
         prototype(definition, entry_point, language) + ";\n";
}

}  // namespace leap::protocol
