#include "protocol/schema_error.h"
#include "protocol/text.h"
#include "protocol/workload.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace leap::protocol;

const Definition& gather() {
  static const Definition definition = parse_definition(R"({
    "name": "gather", "description": "", "axes": {"n": {"type": "var"}, "m": {"type": "expr", "expression": "n / 2"}},
    "inputs": {"x": {"shape": ["n"], "dtype": "float32"}, "i": {"shape": ["m"], "dtype": "int32"},
               "b": {"shape": [], "dtype": "bool"}},
    "outputs": {"y": {"shape": ["m"], "dtype": "float16"}}, "constraints": ["n >= 4"],
    "tolerance": {"accumulations": "n - 4"}, "reference": "def run(x, i, b): return x[i]"})");
  return definition;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    for (const Workload& workload : parse_workloads(leap::fuzz::as_text(data, size), gather())) {
      const std::string json = to_json_text(workload);
      leap::fuzz::require(to_json_text(parse_workloads(json, gather()).front()) == json, "a workload survives JSON");
      resolve_axes(gather(), workload.axes);  // promised not to throw
    }
  } catch (const SchemaError& error) {
    leap::fuzz::require(is_valid_utf8(error.what()), "an error is valid UTF-8");
  }
  return 0;
}
