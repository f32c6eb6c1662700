// Random trees, written as text with no more parentheses than precedence asks for, against an evaluator of their own
// in 128-bit arithmetic.
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>

#include "protocol/expression.h"

namespace leap::protocol {
namespace {

using Wide = __int128;
using Random = std::mt19937_64;

struct Tree {
  std::string op;  // an operator, a function, "n" a number, "v" a name
  std::int64_t number = 0;
  std::string name;
  std::vector<Tree> operands;
};

constexpr std::array<std::string_view, 13> kInfix{"||", "&&", "==", "!=", "<", "<=", ">",
                                                  ">=", "+",  "-",  "*",  "/", "%"};
constexpr std::array<std::string_view, 3> kFunctions{"ceil_div", "min", "max"};
constexpr std::array<std::string_view, 4> kNames{"a", "b_2", "rows", "_x"};

std::size_t pick(Random& random, std::size_t count) { return random() % count; }

std::int64_t random_number(Random& random) {
  switch (pick(random, 6)) {
    case 0:
      return 0;
    case 1:
      return std::numeric_limits<std::int64_t>::max() - static_cast<std::int64_t>(pick(random, 2));
    case 2:
      return static_cast<std::int64_t>(random() >> 32);
    default:
      return static_cast<std::int64_t>(pick(random, 12));
  }
}

Tree random_tree(Random& random, int depth) {
  Tree tree;
  const std::size_t kind = depth == 0 ? pick(random, 2) : pick(random, 8);
  if (kind == 0) {
    tree.op = "n";
    tree.number = random_number(random);
  } else if (kind == 1) {
    tree.op = "v";
    tree.name = kNames[pick(random, kNames.size())];
  } else if (kind == 2) {
    tree.op = std::array{"neg", "not", "abs"}[pick(random, 3)];
    tree.operands = {random_tree(random, depth - 1)};
  } else {
    const bool infix = kind != 3;
    tree.op = infix ? kInfix[pick(random, kInfix.size())] : kFunctions[pick(random, kFunctions.size())];
    tree.operands.push_back(random_tree(random, depth - 1));
    tree.operands.push_back(random_tree(random, depth - 1));
  }
  return tree;
}

// From loose to tight.
int precedence(const std::string& op) {
  if (op == "||") return 1;
  if (op == "&&") return 2;
  if (op == "==" || op == "!=" || op[0] == '<' || op[0] == '>') return 3;
  if (op == "+" || op == "-") return 4;
  if (op == "*" || op == "/" || op == "%") return 5;
  if (op == "neg" || op == "not") return 6;
  return 7;
}

std::string space(Random& random) { return std::string(pick(random, 3), random() % 4 ? ' ' : '\t'); }

std::string written(const Tree& tree, int outer, Random& random) {
  const int own = precedence(tree.op);
  std::string text;
  if (tree.op == "n") {
    text = std::to_string(tree.number);
  } else if (tree.op == "v") {
    text = tree.name;
  } else if (tree.op == "neg" || tree.op == "not") {
    text = (tree.op == "neg" ? "-" : "!") + space(random) + written(tree.operands[0], own, random);
  } else if (own == 7) {
    text = tree.op + space(random) + '(';
    for (std::size_t i = 0; i < tree.operands.size(); ++i) {
      text += (i ? "," : "") + space(random) + written(tree.operands[i], 0, random) + space(random);
    }
    text += ')';
  } else {
    const int left = own == 3 ? own + 1 : own;  // comparisons do not chain
    text = written(tree.operands[0], left, random) + ' ' + tree.op + ' ' + written(tree.operands[1], own + 1, random);
  }
  const bool needed = own < outer;
  return needed || pick(random, 8) == 0 ? '(' + space(random) + text + space(random) + ')' : text;
}

std::optional<Wide> fitting(Wide value) {
  const bool fits =
      value >= std::numeric_limits<std::int64_t>::min() && value <= std::numeric_limits<std::int64_t>::max();
  return fits ? std::optional(value) : std::nullopt;
}

// Rounds up, from the mathematical definition: the least q with q * b >= a (b > 0) or q * b <= a (b < 0).
Wide rounded_up(Wide a, Wide b) {
  Wide q = a / b - 1;
  while (b > 0 ? q * b < a : q * b > a) ++q;
  return q;
}

std::optional<Wide> oracle_binary(const std::string& op, Wide a, Wide b) {
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  if (op == "<") return a < b;
  if (op == "<=") return a <= b;
  if (op == ">") return a > b;
  if (op == ">=") return a >= b;
  if (op == "+") return fitting(a + b);
  if (op == "-") return fitting(a - b);
  if (op == "*") return fitting(a * b);
  if (op == "min") return a < b ? a : b;
  if (op == "max") return a < b ? b : a;
  if (b == 0) return std::nullopt;
  if (op == "/") return fitting(a / b);
  if (op == "%") return a - a / b * b;
  return fitting(rounded_up(a, b));
}

// Nothing where the expression has no value.
std::optional<Wide> oracle(const Tree& tree, const AxisValues& axes) {
  if (tree.op == "n") return tree.number;
  if (tree.op == "v") {
    const auto found = axes.find(tree.name);
    return found == axes.end() ? std::nullopt : std::optional<Wide>(found->second);
  }
  const std::optional<Wide> a = oracle(tree.operands[0], axes);
  if (!a) return std::nullopt;
  if (tree.op == "neg") return fitting(-*a);
  if (tree.op == "not") return *a == 0;
  if (tree.op == "abs") return fitting(*a < 0 ? -*a : *a);
  if (tree.op == "&&" && *a == 0) return 0;
  if (tree.op == "||" && *a != 0) return 1;
  const std::optional<Wide> b = oracle(tree.operands[1], axes);
  if (!b) return std::nullopt;
  if (tree.op == "&&" || tree.op == "||") return *b != 0;
  return oracle_binary(tree.op, *a, *b);
}

TEST(ExpressionProperty, AgreesWithAnIndependentEvaluator) {
  Random random(20240607);
  int with_value = 0;
  int without_value = 0;
  for (int round = 0; round < 20000; ++round) {
    const Tree tree = random_tree(random, 4);
    AxisValues axes{{"a", static_cast<std::int64_t>(pick(random, 9)) - 4}, {"rows", random_number(random)}};
    axes["b_2"] = random() % 8 ? 3 : std::numeric_limits<std::int64_t>::min();
    if (random() % 8) axes["_x"] = -random_number(random);
    const std::string text = written(tree, 0, random);
    if (text.size() > 512) continue;

    const std::optional<Wide> expected = oracle(tree, axes);
    std::optional<Wide> got;
    try {
      got = Expression::parse(text).evaluate(axes);
    } catch (const std::domain_error&) {
    }
    ASSERT_EQ(expected.has_value(), got.has_value()) << text;
    ASSERT_TRUE(expected == got) << text << " is " << static_cast<std::int64_t>(expected.value_or(0));
    ++(expected ? with_value : without_value);
  }
  EXPECT_GT(with_value, 5000);
  EXPECT_GT(without_value, 1000);
}

}  // namespace
}  // namespace leap::protocol
