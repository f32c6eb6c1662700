// One table: a change that makes a good definition bad, and the place and words of the error.
#include <gtest/gtest.h>

#include "protocol/definition.h"
#include "protocol/limits.h"
#include "tests/protocol/support.h"

namespace leap::protocol {
namespace {

using test::Fault;
using test::fault_of;
using test::kConvolution;
using test::replaced;

struct Case {
  const char* name;
  std::string from;
  std::string to;
  std::string path;
  std::vector<std::string> words;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class BadDefinition : public testing::TestWithParam<Case> {};

TEST_P(BadDefinition, IsRefusedWithPathAndWords) {
  const Case& c = GetParam();
  const std::string text = replaced(std::string(kConvolution), c.from, c.to);
  const Fault fault = fault_of([&] { parse_definition(text); });
  EXPECT_EQ(fault.path, c.path) << fault.message;
  for (const std::string& word : c.words) EXPECT_NE(fault.message.find(word), std::string::npos) << fault.message;
}

const std::string kName = R"("name": "conv2d")";
const std::string kWidth = R"("width": {"type": "var"})";
const std::string kConst = R"("k": {"type": "const", "value": 3})";
const std::string kImage = R"("image": {"shape": ["height", "width"], "dtype": "float32"})";
const std::string kOutputs = R"("outputs": {"out": {"shape": ["out_height", "out_width"], "dtype": "float32"}})";
const std::string kReference =
    R"("reference": ["def run(image, kernel, bias):", "    return F.conv2d(image[None, None], kernel[None, None])[0, 0] + bias"])";

std::string many_tensors(int count) {
  std::string text = R"("outputs": {)";
  for (int i = 0; i < count; ++i) {
    text += (i ? ", \"o" : "\"o") + std::to_string(i) + R"(": {"shape": [], "dtype": "bool"})";
  }
  return text + "}";
}

std::string many_axes(int count) {
  std::string text = kWidth;
  for (int i = 0; i < count; ++i) text += ", \"a" + std::to_string(i) + R"(": {"type": "var"})";
  return text;
}

INSTANTIATE_TEST_SUITE_P(
    Json, BadDefinition,
    testing::Values(Case{"NotJson", "{\n", "{{\n", "$", {"not valid JSON", "line 1, column 2"}},
                    Case{"DuplicateKey", kWidth, kWidth + ", " + kWidth, "$.axes.width", {"twice"}},
                    Case{"UnknownField",
                         "\"tags\"",
                         "\"tag\"",
                         "$.tag",
                         {"unknown field \"tag\"", "did you mean \"tags\"", "reference"}},
                    Case{"UnknownFieldOfATensor",
                         "\"dtype\": \"float32\"",
                         "\"type\": \"float32\"",
                         "$.inputs.image.type",
                         {"unknown field \"type\"", "did you mean \"dtype\"", "shape, dtype, description"}},
                    Case{"DeepNesting",
                         "[\"stencil\"]",
                         std::string(40, '[') + std::string(40, ']'),
                         "$.tags" +
                             [] {
                               std::string inner;
                               for (int i = 0; i < 31; ++i) inner += "[0]";
                               return inner;
                             }(),
                         {"deeper than 32"}},
                    Case{"Huge", "2-D", std::string(limits::kMaxJsonBytes, 'x'), "$", {"at most 4194304"}},
                    Case{"MissingField", kOutputs + ",", "", "$", {"\"outputs\" is missing"}},
                    Case{"NotAnObject", kOutputs, "\"outputs\": []", "$.outputs", {"must be an object, is an array"}},
                    Case{"LongDescription",
                         "2-D",
                         std::string(limits::kMaxDescriptionBytes, 'x'),
                         "$.description",
                         {"at most 16384"}}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Names, BadDefinition,
    testing::Values(
        Case{"UpperCaseName", kName, R"("name": "Conv2D")", "$.name", {"lower-case"}},
        Case{"EmptyName", kName, R"("name": "")", "$.name", {"lower-case"}},
        Case{"KeywordAsName", kName, R"("name": "operator")", "$.name", {"keyword"}},
        Case{"MainAsName", kName, R"("name": "main")", "$.name", {"already means"}},
        Case{"NameIsAPath", kName, R"("name": "../conv")", "$.name", {"lower-case"}},
        Case{"KeywordAsAxis", kWidth, R"("int": {"type": "var"})", "$.axes.int", {"\"int\" is a C++ keyword"}},
        Case{"ReservedAxis", kWidth, R"("_Width": {"type": "var"})", "$.axes._Width", {"reserved"}},
        Case{"AxisWithSpace", kWidth, R"("wi dth": {"type": "var"})", "$.axes[\"wi dth\"]", {"not an identifier"}},
        Case{"LongAxis",
             kWidth,
             "\"" + std::string(65, 'w') + R"(": {"type": "var"})",
             "$.axes[\"" + std::string(65, 'w') + "\"]",
             {"longer than 64"}},
        Case{"InputNamedAsAnAxis", "\"bias\": {", "\"width\": {", "$.inputs.width", {"already an axis or a tensor"}},
        Case{"OutputNamedAsAnInput", "\"out\": {", "\"image\": {", "$.outputs.image", {"already an axis or a tensor"}},
        Case{"ParameterOfTheAbi", "\"bias\": {", "\"stream\": {", "$.inputs.stream", {"already means"}}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Axes, BadDefinition,
    testing::Values(
        Case{"UnknownType",
             R"("type": "var"})",
             R"("type": "variable"})",
             "$.axes.width.type",
             {"unknown axis type \"variable\"", "const, var, expr"}},
        Case{"ConstWithoutValue",
             R"("type": "const", "value": 3)",
             R"("type": "const")",
             "$.axes.k",
             {"\"value\" is missing"}},
        Case{"VarWithValue",
             R"("type": "const", "value": 3)",
             R"("type": "var", "value": 3)",
             "$.axes.k.value",
             {"unknown field \"value\"; known: type, description"}},
        Case{"ZeroConst", "\"value\": 3", "\"value\": 0", "$.axes.k.value", {"from 1 to 2147483648, is 0"}},
        Case{"FractionConst", "\"value\": 3", "\"value\": 3.0", "$.axes.k.value", {"without a fraction"}},
        Case{"HugeConst", "\"value\": 3", "\"value\": 99999999999999999999", "$.axes.k.value", {"must be an integer"}},
        Case{"BadExpression",
             "\"height - k + 1\"",
             "\"height - * 1\"",
             "$.axes.out_height.expression",
             {"not an expression", "column 10"}},
        Case{"UnknownAxisInExpression",
             "\"height - k + 1\"",
             "\"hight - k + 1\"",
             "$.axes.out_height.expression",
             {"unknown axis \"hight\"", "did you mean \"height\""}},
        Case{"CycleOfTwo",
             "\"height - k + 1\"",
             "\"out_width\"}, \"x\": {\"type\": \"expr\", \"expression\": \"x + k\"",
             "$.axes.x.expression",
             {"cycle: x -> x"}},
        Case{"CycleOfMore",
             R"("out_width": {"type": "expr", "expression": "width - k + 1"})",
             R"("out_width": {"type": "expr", "expression": "c * k"}, "c": {"type": "expr", "expression": "k + b"},
                "b": {"type": "expr", "expression": "out_width"})",
             "$.axes.out_width.expression",
             {"cycle: out_width -> c -> b -> out_width"}},
        Case{"TooManyAxes", kWidth, many_axes(12), "$.axes", {"has 17 members; at most 16"}}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Tensors, BadDefinition,
    testing::Values(
        Case{"UnknownAxisInShape",
             R"(["height", "width"])",
             R"(["height", "widht"])",
             "$.inputs.image.shape[1]",
             {"unknown axis \"widht\"", "did you mean \"width\"", "height, width, k"}},
        Case{"NumberInShape",
             R"(["height", "width"])",
             R"(["height", 3])",
             "$.inputs.image.shape[1]",
             {"must be a string, is a number"}},
        Case{"ShapeIsText", R"(["height", "width"])", R"("height")", "$.inputs.image.shape", {"must be an array"}},
        Case{"ShapeIsNull", R"(["height", "width"])", "null", "$.inputs.image.shape", {"must be an array, is null"}},
        Case{"TooManyDimensions",
             R"(["k", "k"])",
             R"(["k","k","k","k","k","k","k","k","k"])",
             "$.inputs.kernel.shape",
             {"has 9 elements; at most 8"}},
        Case{"UnknownDtype",
             "\"dtype\": \"float32\"",
             "\"dtype\": \"flaot32\"",
             "$.inputs.image.dtype",
             {"unknown dtype \"flaot32\"", "did you mean \"float32\"", "bfloat16"}},
        Case{"NoDtype", ", \"dtype\": \"float32\"", "", "$.inputs.image", {"\"dtype\" is missing"}},
        Case{"NoOutput", kOutputs, "\"outputs\": {}", "$.outputs", {"at least one output"}},
        Case{"TooManyTensors", kOutputs, many_tensors(14), "$.outputs", {"17 tensors", "at most 16"}}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Rest, BadDefinition,
    testing::Values(
        Case{"BadConstraint", "height >= k && width >= k", "height >= k and width", "$.constraints[0]", {"column 13"}},
        Case{"ConstraintOnATensor",
             "height >= k && width >= k",
             "image > 1",
             "$.constraints[0]",
             {"unknown axis \"image\""}},
        Case{"AccumulationsOnATensor",
             "\"k * k + 1\"",
             "\"kernel\"",
             "$.tolerance.accumulations",
             {"unknown axis \"kernel\""}},
        Case{"UnknownTolerance", "\"accumulations\"", "\"absolute\"", "$.tolerance.absolute", {"known: accumulations"}},
        Case{"ReferenceWithoutRun", "def run(image", "def main(image", "$.reference", {"def run("}},
        Case{"ReferenceIsANumber", kReference, "\"reference\": 3", "$.reference", {"TorchScript"}},
        Case{"LineIsANumber", "[\"def run", "[3, \"def run", "$.reference[0]", {"must be a string"}},
        Case{"NulInReference", "def run(image", "\\u0000def run(image", "$.reference", {"NUL"}},
        Case{"LongReference",
             "def run(image",
             "def run(" + std::string(40000, 'x') + "\", \"" + std::string(40000, 'x'),
             "$.reference",
             {"at most 65536"}}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace leap::protocol
