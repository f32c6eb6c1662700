#include "protocol/workload.h"

#include <gtest/gtest.h>

#include <cmath>

#include "protocol/limits.h"
#include "tests/protocol/support.h"

namespace leap::protocol {
namespace {

using test::Fault;
using test::fault_of;
using test::replaced;
using Kind = InputSpec::Kind;

constexpr std::string_view kGather = R"({
  "name": "gather", "description": "", "axes": {"n": {"type": "var"}, "rows": {"type": "var"}},
  "inputs": {"x": {"shape": ["n"], "dtype": "float32"}, "x16": {"shape": ["n"], "dtype": "float16"},
             "index": {"shape": ["rows"], "dtype": "int32"}, "wide": {"shape": [], "dtype": "int64"},
             "mask": {"shape": ["rows"], "dtype": "bool"}},
  "outputs": {"y": {"shape": ["rows"], "dtype": "float32"}},
  "constraints": ["n >= 4"], "reference": "def run(x, x16, index, wide, mask): return x[index]"
})";

std::vector<Workload> parse(std::string_view jsonl) { return parse_workloads(jsonl, parse_definition(kGather)); }

// One workload with this draw of this input.
std::string with_input(const std::string& input, const std::string& spec) {
  return R"({"name": "w", "axes": {"n": 8, "rows": 3}, "inputs": {")" + input + "\": " + spec + "}}";
}

TEST(Workloads, OneJsonObjectALine) {
  const auto workloads = parse(
      "{\"name\": \"small\", \"axes\": {\"n\": 4, \"rows\": 2}}\r\n"
      "\n"
      "{\"name\": \"big-1.a_b\", \"axes\": {\"n\": 1000, \"rows\": 7}, \"inputs\": {\"index\": {\"type\": "
      "\"integers\", "
      "\"low\": 0, \"high\": \"n\"}}}");
  ASSERT_EQ(workloads.size(), 2u);
  EXPECT_EQ(workloads[0].name, "small");
  EXPECT_EQ(workloads[1].axes.at("n"), 1000);
  EXPECT_EQ(workloads[1].inputs.at("index").low_expression, "0");
  EXPECT_EQ(workloads[1].inputs.at("index").high_expression, "n");
}

TEST(Workloads, DefaultsFollowTheDtype) {
  const Definition definition = parse_definition(kGather);
  const Workload workload = parse(R"({"name": "w", "axes": {"n": 8, "rows": 3}})").front();
  EXPECT_EQ(input_spec(workload, definition.inputs[0]).kind, Kind::mixed);
  EXPECT_EQ(input_spec(workload, definition.inputs[1]).kind, Kind::mixed);
  EXPECT_EQ(input_spec(workload, definition.inputs[2]).kind, Kind::integers);
  EXPECT_EQ(input_spec(workload, definition.inputs[2]).low_expression, "-1000");
  EXPECT_EQ(input_spec(workload, definition.inputs[3]).high_expression, "1000");
  EXPECT_EQ(input_spec(workload, definition.inputs[4]).kind, Kind::boolean);
}

TEST(Workloads, ABoundLeftOutGetsItsDefault) {
  const Definition definition = parse_definition(kGather);
  const Workload workload = parse(with_input("index", R"({"type": "integers", "high": "-n"})")).front();
  EXPECT_EQ(input_spec(workload, definition.inputs[2]).low_expression, "-1000");
  EXPECT_EQ(input_spec(workload, definition.inputs[2]).high_expression, "-n");
}

TEST(Workloads, EachDrawFitsSomeDtype) {
  EXPECT_EQ(parse(with_input("x", R"({"type": "uniform", "low": -2, "high": 0.5})")).front().inputs.at("x").low, -2);
  EXPECT_EQ(parse(with_input("x16", R"({"type": "positive"})")).front().inputs.at("x16").kind, Kind::positive);
  EXPECT_EQ(parse(with_input("mask", R"({"type": "boolean"})")).front().inputs.at("mask").kind, Kind::boolean);
}

TEST(Workloads, RoundTripThroughJson) {
  const Definition definition = parse_definition(kGather);
  const std::string lines[] = {
      with_input("x", R"({"type": "uniform", "low": -0.1, "high": 1e-3})"),
      with_input("index", R"({"type": "integers", "low": -3, "high": "(n + 1) / 2"})"),
      with_input("wide", R"({"type": "integers", "low": -9223372036854775807, "high": 9223372036854775807})"),
      with_input("mask", R"({"type": "boolean"})"),
      R"({"name": "w", "axes": {"n": 8, "rows": 3}})",
  };
  for (const std::string& line : lines) {
    const Workload workload = parse(line).front();
    const std::string json = to_json_text(workload);
    const Workload read = parse(json).front();
    EXPECT_EQ(to_json_text(read), json);
    EXPECT_EQ(read.axes, workload.axes);
    for (const auto& [name, spec] : workload.inputs) {
      EXPECT_EQ(read.inputs.at(name).kind, spec.kind);
      EXPECT_EQ(read.inputs.at(name).low, spec.low);
      EXPECT_EQ(read.inputs.at(name).high, spec.high);
      EXPECT_EQ(read.inputs.at(name).low_expression, spec.low_expression);
      EXPECT_EQ(read.inputs.at(name).high_expression, spec.high_expression);
    }
  }
}

TEST(Workloads, ErrorsNameTheLineAndThePlace) {
  struct Case {
    std::string text;
    std::string_view path;
    std::string_view words;
  };
  const std::string good = R"({"name": "w", "axes": {"n": 8, "rows": 3}})";
  const Case cases[] = {
      {"", "$", "no workload"},
      {"\n  \n", "$", "no workload"},
      {good + "\n{", "line 2: $", "not valid JSON"},
      {good + "\n\n" + good, "line 3: $.name", "earlier workload"},
      {replaced(good, "\"w\"", "\"a b\""), "line 1: $.name", "lower-case"},
      {replaced(good, "\"w\"", "\"\""), "line 1: $.name", "lower-case"},
      {replaced(good, "\"name\"", "\"nmae\""), "line 1: $.nmae", "did you mean \"name\""},
      {replaced(good, "\"rows\": 3", "\"rows\": 0"), "line 1: $.axes.rows", "from 1"},
      {replaced(good, "\"rows\": 3", "\"rows\": 3.0"), "line 1: $.axes.rows", "fraction"},
      {replaced(good, ", \"rows\": 3", ""), "line 1: $.axes.rows", "no value"},
      {replaced(good, "\"rows\"", "\"rosw\""), "line 1: $.axes.rosw", "did you mean \"rows\""},
      {replaced(good, "8", "3"), "line 1: $.axes", "n >= 4 does not hold where n = 3"},
      {with_input("z", R"({"type": "mixed"})"), "line 1: $.inputs.z", "unknown input"},
      {with_input("x", R"({})"), "line 1: $.inputs.x", "\"type\" is missing"},
      {with_input("x", R"({"type": "normal"})"), "line 1: $.inputs.x.type", "mixed, uniform, integers"},
      {with_input("x", R"({"type": "mixed", "low": 0})"), "line 1: $.inputs.x.low", "unknown field"},
      {with_input("x", R"({"type": "integers"})"), "line 1: $.inputs.x.type", "mixed, uniform or positive"},
      {with_input("index", R"({"type": "mixed"})"), "line 1: $.inputs.index.type", "use integers"},
      {with_input("mask", R"({"type": "integers"})"), "line 1: $.inputs.mask.type", "use boolean"},
      {with_input("wide", R"({"type": "boolean"})"), "line 1: $.inputs.wide.type", "use integers"},
      {with_input("x", R"({"type": "uniform", "low": 1, "high": 1})"), "line 1: $.inputs.x", "less than high"},
      {with_input("x", R"({"type": "uniform", "low": "0"})"), "line 1: $.inputs.x.low", "must be a number"},
      {with_input("x16", R"({"type": "uniform", "high": 65505})"), "line 1: $.inputs.x16", "finite in float16"},
      {with_input("x", R"({"type": "uniform", "high": 1e39})"), "line 1: $.inputs.x", "finite in float32"},
      {with_input("index", R"({"type": "integers", "low": 1.5})"), "line 1: $.inputs.index.low", "integer"},
      {with_input("index", R"({"type": "integers", "low": "n +"})"), "line 1: $.inputs.index.low", "column 4"},
      {with_input("index", R"({"type": "integers", "low": "m"})"), "line 1: $.inputs.index", "unknown name 'm'"},
      {with_input("index", R"({"type": "integers", "low": "n", "high": 8})"), "line 1: $.inputs.index", "low = 8"},
      {with_input("index", R"({"type": "integers", "high": 2147483649})"), "line 1: $.inputs.index", "beyond int32"},
  };
  for (const Case& c : cases) {
    const Fault fault = fault_of([&] { parse(c.text); });
    EXPECT_EQ(fault.path, c.path) << c.text << "\n" << fault.message;
    EXPECT_NE(fault.message.find(c.words), std::string::npos) << c.text << "\n" << fault.message;
  }
}

TEST(Workloads, CountIsLimited) {
  const auto lines = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      text += R"({"name": "w)" + std::to_string(i) + R"(", "axes": {"n": 8, "rows": 3}})" + "\n";
    }
    return text;
  };
  EXPECT_EQ(parse(lines(limits::kMaxWorkloads)).size(), limits::kMaxWorkloads);
  EXPECT_EQ(fault_of([&] { parse(lines(limits::kMaxWorkloads + 1)); }).path, "line 65: $");
}

TEST(Workloads, TensorsMustFitTheirLimit) {
  const std::string text = replaced(std::string(kGather), "\"shape\": [\"n\"]", "\"shape\": [\"n\", \"n\"]");
  const Definition definition = parse_definition(text);
  const Fault fault =
      fault_of([&] { parse_workloads(R"({"name": "w", "axes": {"n": 100000, "rows": 1}})", definition); });
  EXPECT_EQ(fault.path, "line 1: $.axes");
  EXPECT_NE(fault.message.find("the tensor x has more than"), std::string::npos) << fault.message;
}

TEST(Workloads, AccumulationsMustBePositive) {
  const std::string text = replaced(std::string(kGather), "\"constraints\"",
                                    "\"tolerance\": {\"accumulations\": \"n - 8\"}, \"constraints\"");
  const Definition definition = parse_definition(text);
  EXPECT_NO_THROW(parse_workloads(R"({"name": "w", "axes": {"n": 9, "rows": 1}})", definition));
  const Fault fault = fault_of([&] { parse_workloads(R"({"name": "w", "axes": {"n": 8, "rows": 1}})", definition); });
  EXPECT_NE(fault.message.find("accumulations"), std::string::npos) << fault.message;
}

}  // namespace
}  // namespace leap::protocol
