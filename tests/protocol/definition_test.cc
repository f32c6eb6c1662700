#include "protocol/definition.h"

#include <gtest/gtest.h>

#include "protocol/limits.h"
#include "tests/protocol/random_definition.h"
#include "tests/protocol/support.h"

namespace leap::protocol {
namespace {

using test::Fault;
using test::fault_of;
using test::kConvolution;
using test::replaced;

void expect_equal(const std::vector<TensorSpec>& a, const std::vector<TensorSpec>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].name, b[i].name);
    EXPECT_EQ(a[i].shape, b[i].shape);
    EXPECT_EQ(a[i].dtype, b[i].dtype);
    EXPECT_EQ(a[i].description, b[i].description);
  }
}

std::string text_of(const std::optional<Expression>& expression) { return expression ? expression->text() : "-"; }

void expect_equal(const Definition& a, const Definition& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.description, b.description);
  EXPECT_EQ(a.tags, b.tags);
  ASSERT_EQ(a.axes.size(), b.axes.size());
  for (std::size_t i = 0; i < a.axes.size(); ++i) {
    EXPECT_EQ(a.axes[i].name, b.axes[i].name);
    EXPECT_EQ(a.axes[i].kind, b.axes[i].kind);
    EXPECT_EQ(a.axes[i].value, b.axes[i].value);
    EXPECT_EQ(text_of(a.axes[i].expression), text_of(b.axes[i].expression));
    EXPECT_EQ(a.axes[i].description, b.axes[i].description);
  }
  expect_equal(a.inputs, b.inputs);
  expect_equal(a.outputs, b.outputs);
  ASSERT_EQ(a.constraints.size(), b.constraints.size());
  for (std::size_t i = 0; i < a.constraints.size(); ++i) EXPECT_EQ(a.constraints[i].text(), b.constraints[i].text());
  EXPECT_EQ(a.reference, b.reference);
  EXPECT_EQ(text_of(a.tolerance.accumulations), text_of(b.tolerance.accumulations));
}

Definition convolution() { return parse_definition(kConvolution); }

TEST(Definition, IsReadInDocumentOrder) {
  const Definition definition = convolution();
  EXPECT_EQ(definition.name, "conv2d");
  ASSERT_EQ(definition.axes.size(), 5u);
  EXPECT_EQ(definition.axes[0].name, "height");
  EXPECT_EQ(definition.axes[0].kind, Axis::Kind::variable);
  EXPECT_EQ(definition.axes[0].description, "rows of the image");
  EXPECT_EQ(definition.axes[2].value, 3);
  EXPECT_EQ(definition.axes[3].expression->text(), "height - k + 1");
  ASSERT_EQ(definition.inputs.size(), 3u);
  EXPECT_EQ(definition.inputs[0].name, "image");
  EXPECT_EQ(definition.inputs[1].shape, (std::vector<std::string>{"k", "k"}));
  EXPECT_TRUE(definition.inputs[2].shape.empty());
  EXPECT_EQ(definition.tolerance.accumulations->text(), "k * k + 1");
}

TEST(Definition, ReferenceMayBeLines) {
  EXPECT_TRUE(convolution().reference.starts_with("def run(image, kernel, bias):\n    return"));
  const std::string as_lines = replaced(std::string(kConvolution), "[\"def run(image", "[\"\", \"def run(image");
  EXPECT_TRUE(parse_definition(as_lines).reference.starts_with("\ndef run("));
}

TEST(Definition, EqualOnesHaveEqualJson) {
  const std::string canonical = to_json_text(convolution());
  EXPECT_EQ(to_json_text(parse_definition(canonical)), canonical);
  const std::string spaced =
      replaced(std::string(kConvolution), "\"tags\": [\"stencil\"],", "\"tags\"  :[ \"stencil\" ],");
  EXPECT_EQ(to_json_text(parse_definition(spaced)), canonical);
  const std::string renamed = replaced(std::string(kConvolution), "\"value\": 3", "\"value\": 5");
  EXPECT_NE(to_json_text(parse_definition(renamed)), canonical);
}

TEST(DefinitionProperty, RoundTripsThroughJson) {
  test::Random random(11);
  for (int round = 0; round < 1000; ++round) {
    const Definition definition = test::random_definition(random);
    const std::string json = to_json_text(definition);
    const Definition read = parse_definition(json);
    expect_equal(definition, read);
    ASSERT_EQ(to_json_text(read), json);
    if (testing::Test::HasFailure()) FAIL() << json;
  }
}

TEST(ResolveAxes, GivesEveryAxisItsValue) {
  const AxisValues axes = resolve_axes(convolution(), {{"height", 8}, {"width", 5}});
  const AxisValues expected{{"height", 8}, {"width", 5}, {"k", 3}, {"out_height", 6}, {"out_width", 3}};
  EXPECT_EQ(axes, expected);
}

TEST(ResolveAxes, DerivesThroughOthersInAnyOrder) {
  const std::string text = replaced(std::string(kConvolution), "\"height - k + 1\"", "\"out_width * 2\"");
  EXPECT_EQ(resolve_axes(parse_definition(text), {{"height", 8}, {"width", 5}}).at("out_height"), 6);
}

TEST(ResolveAxes, RefusesWhatCannotBe) {
  const Definition definition = convolution();
  const auto fault = [&](const AxisValues& axes) { return fault_of([&] { resolve_axes(definition, axes); }); };
  EXPECT_EQ(fault({{"height", 8}}).path, "$.axes.width");
  EXPECT_NE(fault({{"height", 8}}).message.find("no value"), std::string::npos);
  EXPECT_EQ(fault({{"height", 8}, {"widht", 5}}).path, "$.axes.widht");
  EXPECT_NE(fault({{"height", 8}, {"widht", 5}}).message.find("did you mean \"width\""), std::string::npos);
  EXPECT_EQ(fault({{"height", 8}, {"width", 5}, {"k", 4}}).path, "$.axes.k");
  EXPECT_EQ(fault({{"height", 0}, {"width", 5}}).path, "$.axes.height");
  EXPECT_EQ(fault({{"height", -3}, {"width", 5}}).path, "$.axes.height");
  EXPECT_EQ(fault({{"height", limits::kMaxAxis + 1}, {"width", 5}}).path, "$.axes.height");
}

TEST(ResolveAxes, RefusesDerivedValuesBelowOne) {
  const Fault fault = fault_of([] { resolve_axes(convolution(), {{"height", 2}, {"width", 5}}); });
  EXPECT_EQ(fault.path, "$.axes.out_height");
  EXPECT_NE(fault.message.find("height - k + 1 = 0 where height = 2, k = 3"), std::string::npos) << fault.message;
}

TEST(ResolveAxes, RefusesDerivedValuesWithoutAValue) {
  const std::string text = replaced(std::string(kConvolution), "\"height - k + 1\"", "\"width / (k - 3)\"");
  const Fault fault = fault_of([&] { resolve_axes(parse_definition(text), {{"height", 8}, {"width", 5}}); });
  EXPECT_EQ(fault.path, "$.axes.out_height");
  EXPECT_NE(fault.message.find("division by zero: '(k - 3)'"), std::string::npos) << fault.message;
}

TEST(ResolveAxes, ChecksConstraints) {
  const std::string text = replaced(std::string(kConvolution), "height >= k && width >= k", "width % 4 == 0");
  const Definition definition = parse_definition(text);
  EXPECT_NO_THROW(resolve_axes(definition, {{"height", 8}, {"width", 8}}));
  const Fault fault = fault_of([&] { resolve_axes(definition, {{"height", 8}, {"width", 6}}); });
  EXPECT_EQ(fault.path, "$.axes");
  EXPECT_NE(fault.message.find("width % 4 == 0 does not hold where width = 6"), std::string::npos) << fault.message;
}

TEST(ResolveAxes, EndsOnACycleThatWasNeverParsed) {
  Definition definition = convolution();
  definition.axes[3].expression = Expression::parse("out_width");
  definition.axes[4].expression = Expression::parse("out_height");
  EXPECT_EQ(fault_of([&] { resolve_axes(definition, {{"height", 8}, {"width", 8}}); }).path, "$.axes.out_height");
}

TEST(Shapes, FollowTheAxes) {
  const Definition definition = convolution();
  const AxisValues axes = resolve_axes(definition, {{"height", 8}, {"width", 5}});
  EXPECT_EQ(shape_of(definition.outputs[0], axes), (std::vector<std::int64_t>{6, 3}));
  EXPECT_EQ(element_count(definition.outputs[0], axes), 18);
  EXPECT_TRUE(shape_of(definition.inputs[2], axes).empty());
  EXPECT_EQ(element_count(definition.inputs[2], axes), 1);
  EXPECT_EQ(fault_of([&] { shape_of(definition.outputs[0], {}); }).path, "$.axes.out_height");
}

TEST(Shapes, ElementCountIsLimitedAndNeverOverflows) {
  TensorSpec tensor{"x", {"n", "m"}, Dtype::float32, ""};
  EXPECT_EQ(element_count(tensor, {{"n", 1 << 16}, {"m", 1 << 15}}), limits::kMaxElements);
  const Fault fault = fault_of([&] { element_count(tensor, {{"n", limits::kMaxElements}, {"m", 2}}); });
  EXPECT_NE(fault.message.find("the tensor x has more than 2147483648 elements"), std::string::npos) << fault.message;
  tensor.shape = {"n", "n", "n", "n", "n", "n", "n", "n"};
  EXPECT_THROW(element_count(tensor, {{"n", limits::kMaxAxis}}), SchemaError);
}

}  // namespace
}  // namespace leap::protocol
