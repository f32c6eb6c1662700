#include "protocol/schema_error.h"
#include "protocol/solution.h"
#include "protocol/text.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace leap::protocol;

const Definition& relu() {
  static const Definition definition = parse_definition(R"({"name": "relu", "description": "", "axes": {},
    "inputs": {}, "outputs": {"y": {"shape": [], "dtype": "float32"}}, "reference": "def run(): return 0"})");
  return definition;
}

void check(const Solution& solution) {
  const std::string json = to_json_text(solution);
  leap::fuzz::require(to_json_text(parse_solution(json)) == json, "a solution survives JSON");
}

template <typename Read>
void attempt(Read read) {
  Solution solution;
  try {
    solution = read();
  } catch (const SchemaError& error) {
    leap::fuzz::require(is_valid_utf8(error.what()), "an error is valid UTF-8");
    return;
  }
  check(solution);
}

}  // namespace

// The bytes as JSON, as a source, and as the path of a source.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = leap::fuzz::as_text(data, size);
  attempt([&] { return parse_solution(text); });
  attempt([&] { return solution_from_source("kernel.cpp", std::string(text), relu()); });
  attempt([&] { return solution_from_source(std::string(text) + ".cu", "int x;", relu()); });
  return 0;
}
