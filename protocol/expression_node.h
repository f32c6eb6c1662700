// The tree of an expression: what the parser makes and Expression evaluates.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expression.h"

namespace leap::protocol {

enum class Operator : std::uint8_t {
  literal,
  variable,
  negate,
  logical_not,
  add,
  subtract,
  multiply,
  divide,
  remainder,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,
  logical_or,
  ceil_div,
  min,
  max,
  abs
};

struct ExpressionNode {
  Operator op = Operator::literal;
  std::int64_t value = 0;  // literal
  std::string name;        // variable
  std::vector<ExpressionNode> operands;
  std::size_t begin = 0;  // its part of the text, for messages
  std::size_t end = 0;
};

struct Expression::Node {
  ExpressionNode tree;
};

// Throws std::invalid_argument that names the column of the fault.
ExpressionNode parse_expression(std::string_view text);

}  // namespace leap::protocol
