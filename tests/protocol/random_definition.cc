#include "tests/protocol/random_definition.h"

#include <algorithm>
#include <array>

#include "protocol/limits.h"

namespace leap::protocol::test {
namespace {

constexpr std::array kDtypes{Dtype::float32, Dtype::float64, Dtype::float16, Dtype::bfloat16,
                             Dtype::int32,   Dtype::int64,   Dtype::boolean};

std::string random_axis_expression(Random& random, const std::vector<std::string>& names) {
  std::string text = std::to_string(pick(random, 9) + 1);
  for (std::size_t i = pick(random, 4); i > 0 && !names.empty(); --i) {
    const std::string& name = names[pick(random, names.size())];
    const std::array<std::string, 4> forms{"(" + text + ") * " + name, "ceil_div(" + name + ", " + text + ")",
                                           text + " + " + name, "max(" + text + "," + name + ")"};
    text = forms[pick(random, forms.size())];
  }
  return text;
}

// Derived axes mention earlier ones only, so there is no cycle; the order is shuffled afterwards.
std::vector<Axis> random_axes(Random& random) {
  std::vector<Axis> axes;
  std::vector<std::string> names;
  for (std::size_t i = 0, count = pick(random, limits::kMaxAxes + 1); i < count; ++i) {
    Axis axis;
    axis.name = (random() % 2 ? "axis_" : "N") + std::to_string(i);
    axis.kind = static_cast<Axis::Kind>(pick(random, 3));
    if (axis.kind == Axis::Kind::constant) axis.value = static_cast<std::int64_t>(pick(random, limits::kMaxAxis)) + 1;
    if (axis.kind == Axis::Kind::derived) axis.expression = Expression::parse(random_axis_expression(random, names));
    if (random() % 2) axis.description = random_text(random, 20);
    names.push_back(axis.name);
    axes.push_back(std::move(axis));
  }
  std::shuffle(axes.begin(), axes.end(), random);
  return axes;
}

TensorSpec random_tensor(Random& random, const std::string& name, const std::vector<std::string>& axes) {
  TensorSpec tensor;
  tensor.name = name;
  tensor.dtype = kDtypes[pick(random, kDtypes.size())];
  for (std::size_t i = axes.empty() ? 0 : pick(random, limits::kMaxRank + 1); i > 0; --i) {
    tensor.shape.push_back(axes[pick(random, axes.size())]);
  }
  if (random() % 2) tensor.description = random_text(random, 20);
  return tensor;
}

}  // namespace

std::size_t pick(Random& random, std::size_t count) { return random() % count; }

std::string random_text(Random& random, std::size_t max_characters) {
  constexpr std::array<std::string_view, 16> kPieces{"a", "Z",  "\n",       "\t",   "\"",           "\\",
                                                     "/", "{}", "\xC3\xA9", "\x1b", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
                                                     " ", "0",  "\x7f",     "\r"};
  std::string text;
  for (std::size_t i = pick(random, max_characters + 1); i > 0; --i) text += kPieces[pick(random, kPieces.size())];
  return text;
}

Definition random_definition(Random& random) {
  Definition definition;
  definition.name = "task_" + std::to_string(random() % 1000);
  definition.description = random_text(random, 60);
  for (std::size_t i = pick(random, 3); i > 0; --i) definition.tags.push_back(random_text(random, 8));
  definition.axes = random_axes(random);
  std::vector<std::string> names;
  for (const Axis& axis : definition.axes) names.push_back(axis.name);
  const std::size_t inputs = pick(random, 8);
  const std::size_t outputs = pick(random, 8) + 1;
  for (std::size_t i = 0; i < inputs; ++i) {
    definition.inputs.push_back(
        random_tensor(random, "in" + std::to_string(random() % 90 + 10) + "_" + std::to_string(i), names));
  }
  for (std::size_t i = 0; i < outputs; ++i) {
    definition.outputs.push_back(random_tensor(random, "out" + std::to_string(i), names));
  }
  for (std::size_t i = pick(random, 4); i > 0; --i) {
    definition.constraints.push_back(Expression::parse(random_axis_expression(random, names)));
  }
  definition.reference = random_text(random, 40) + "def run(x):\n  return x" + random_text(random, 40);
  if (random() % 2) definition.tolerance.accumulations = Expression::parse(random_axis_expression(random, names));
  return definition;
}

}  // namespace leap::protocol::test
