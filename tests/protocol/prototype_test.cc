#include <gtest/gtest.h>

#include <cstdlib>

#include "protocol/read_file.h"
#include "protocol/solution.h"
#include "tests/protocol/random_definition.h"
#include "tests/protocol/support.h"

namespace leap::protocol {
namespace {

using test::kConvolution;
using test::replaced;

constexpr std::string_view kHalves = R"({
  "name": "halves", "description": "", "axes": {"n": {"type": "var"}, "m": {"type": "expr", "expression": "n * 2"},
  "BLOCK": {"type": "const", "value": 2147483648}},
  "inputs": {"a": {"shape": ["n"], "dtype": "float16"}, "b": {"shape": ["n"], "dtype": "bfloat16"},
             "c": {"shape": ["n"], "dtype": "int32"}, "d": {"shape": [], "dtype": "int64"}},
  "outputs": {"e": {"shape": ["m"], "dtype": "bool"}, "f": {"shape": ["m"], "dtype": "float64"}},
  "reference": "def run(a, b, c, d): return a"
})";

// What the compiler has against `source` as C++ on its own; empty when nothing.
std::string compile_fault(const std::string& source) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "header_check.cc";
  const auto output = folder.path() / "output";
  test::write_file(file, source);
  const std::string flags = " -std=c++20 -Wall -Wextra -Werror -fsyntax-only ";
  const std::string command = LEAP_CXX + flags + file.string() + " 2> " + output.string();
  if (std::system(command.c_str()) == 0) return "";
  return source + read_regular_file(output, 1u << 20) + "\nthe compiler failed";
}

TEST(Prototype, InputsThenOutputsThenVariableAxes) {
  const Definition definition = parse_definition(kConvolution);
  EXPECT_EQ(prototype(definition, "conv2d", Language::cpp),
            "extern \"C\" void conv2d(const float* image, const float* kernel, const float* bias, float* out, "
            "int64_t height, int64_t width)");
  EXPECT_EQ(prototype(definition, "mine", Language::cuda),
            "extern \"C\" void mine(const float* image, const float* kernel, const float* bias, float* out, "
            "int64_t height, int64_t width, cudaStream_t stream)");
}

TEST(Prototype, HalvesAreBitsInCppAndTypesInCuda) {
  const Definition definition = parse_definition(kHalves);
  EXPECT_EQ(
      prototype(definition, "halves", Language::cpp),
      "extern \"C\" void halves(const uint16_t* a, const uint16_t* b, const int32_t* c, const int64_t* d, bool* e, "
      "double* f, int64_t n)");
  EXPECT_EQ(prototype(definition, "halves", Language::cuda),
            "extern \"C\" void halves(const __half* a, const __nv_bfloat16* b, const int32_t* c, const int64_t* d, "
            "bool* e, double* f, int64_t n, cudaStream_t stream)");
}

TEST(CandidateHeader, CompilesOnItsOwnAndGivesTheConstants) {
  for (const std::string_view text : {kConvolution, kHalves}) {
    const Definition definition = parse_definition(text);
    const std::string header = candidate_header(definition, definition.name, Language::cpp);
    EXPECT_EQ(compile_fault(replaced(header, "#pragma once\n", "")), "");
  }
  const std::string header = candidate_header(parse_definition(kConvolution), "conv2d", Language::cpp);
  EXPECT_EQ(compile_fault(replaced(header, "#pragma once\n", "") + "static_assert(leap_task::k == 3);\n"), "");
  EXPECT_EQ(header.find("out_height"), std::string::npos) << "derived axes are not passed";
}

TEST(CandidateHeader, RefusesAKernelOfAnotherType) {
  const std::string header =
      replaced(candidate_header(parse_definition(kHalves), "halves", Language::cpp), "#pragma once\n", "");
  const std::string start =
      "extern \"C\" void halves(const uint16_t*, const uint16_t*, const int32_t*, const int64_t*, ";
  EXPECT_EQ(compile_fault(header + start + "bool*, double*, int64_t) {}\n"), "");
  const std::string fault = compile_fault(header + start + "bool*, float*, int64_t) {}\n");
  EXPECT_NE(fault.find("conflicting"), std::string::npos) << fault;
}

TEST(CandidateHeader, OfCudaIncludesWhatItNames) {
  const std::string header = candidate_header(parse_definition(kHalves), "halves", Language::cuda);
  for (const char* line : {"#include <cstdint>\n", "#include <cuda_fp16.h>\n", "#include <cuda_bf16.h>\n",
                           "#include <cuda_runtime_api.h>\n", "constexpr int64_t BLOCK = 2147483648;\n"}) {
    EXPECT_NE(header.find(line), std::string::npos) << line;
  }
  const std::string plain = candidate_header(parse_definition(kConvolution), "conv2d", Language::cuda);
  EXPECT_EQ(plain.find("cuda_fp16"), std::string::npos);
}

TEST(CandidateHeader, OfRandomDefinitionsCompiles) {
  test::Random random(5);
  std::string all;
  for (int i = 0; i < 50; ++i) {  // in one compilation, each in a namespace of its own
    const Definition definition = test::random_definition(random);
    const std::string entry_point = "kernel_" + std::to_string(i);
    std::string header = candidate_header(definition, entry_point, Language::cpp);
    header = replaced(replaced(header, "#pragma once\n", ""), "#include <cstdint>\n", "");
    all += "namespace n" + std::to_string(i) + " {\n" + header + "}\n";
  }
  EXPECT_EQ(compile_fault("#include <cstdint>\n" + all), "");
}

}  // namespace
}  // namespace leap::protocol
