#include "protocol/expression.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "protocol/expression_node.h"

namespace leap::protocol {
namespace {

class Evaluator {
 public:
  Evaluator(std::string_view text, const AxisValues& axes) : text_(text), axes_(axes) {}

  std::int64_t value(const ExpressionNode& node) const {
    switch (node.op) {
      case Operator::literal:
        return node.value;
      case Operator::variable:
        return look_up(node);
      // Short-circuit as in C++, so that `b != 0 && a / b > 2` is safe.
      case Operator::logical_and:
        return value(node.operands[0]) != 0 && value(node.operands[1]) != 0;
      case Operator::logical_or:
        return value(node.operands[0]) != 0 || value(node.operands[1]) != 0;
      case Operator::logical_not:
        return value(node.operands[0]) == 0;
      case Operator::negate:
        return subtract(node, 0, value(node.operands[0]));
      case Operator::abs:
        return absolute(node, value(node.operands[0]));
      default:
        return binary(node, value(node.operands[0]), value(node.operands[1]));
    }
  }

 private:
  std::int64_t binary(const ExpressionNode& node, std::int64_t a, std::int64_t b) const {
    switch (node.op) {
      case Operator::add:
        return add(node, a, b);
      case Operator::subtract:
        return subtract(node, a, b);
      case Operator::multiply:
        return multiply(node, a, b);
      case Operator::divide:
        return divide(node, a, b);
      case Operator::remainder:
        return remainder(node, a, b);
      case Operator::ceil_div:
        return ceil_div(node, a, b);
      case Operator::equal:
        return a == b;
      case Operator::not_equal:
        return a != b;
      case Operator::less:
        return a < b;
      case Operator::less_equal:
        return a <= b;
      case Operator::greater:
        return a > b;
      case Operator::greater_equal:
        return a >= b;
      case Operator::min:
        return std::min(a, b);
      case Operator::max:
        return std::max(a, b);
      default:
        throw std::logic_error("an operator with one operand in binary()");
    }
  }

  std::int64_t look_up(const ExpressionNode& node) const {
    const auto found = axes_.find(node.name);
    if (found == axes_.end()) fail("unknown name " + shown(node));
    return found->second;
  }

  std::int64_t add(const ExpressionNode& node, std::int64_t a, std::int64_t b) const {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) fail_overflow(node);
    return sum;
  }

  std::int64_t subtract(const ExpressionNode& node, std::int64_t a, std::int64_t b) const {
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(a, b, &difference)) fail_overflow(node);
    return difference;
  }

  std::int64_t multiply(const ExpressionNode& node, std::int64_t a, std::int64_t b) const {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) fail_overflow(node);
    return product;
  }

  // The only quotient that does not fit: the least integer by -1.
  static bool overflows(std::int64_t a, std::int64_t b) {
    return a == std::numeric_limits<std::int64_t>::min() && b == -1;
  }

  std::int64_t divide(const ExpressionNode& node, std::int64_t a, std::int64_t b) const {
    require_divisor(node, b);
    if (overflows(a, b)) fail_overflow(node);
    return a / b;
  }

  std::int64_t remainder(const ExpressionNode& node, std::int64_t a, std::int64_t b) const {
    require_divisor(node, b);
    return b == -1 ? 0 : a % b;
  }

  std::int64_t ceil_div(const ExpressionNode& node, std::int64_t a, std::int64_t b) const {
    const std::int64_t quotient = divide(node, a, b);
    const bool rounded_down = a % b != 0 && (a < 0) == (b < 0);  // a quotient above zero was cut towards zero
    return quotient + (rounded_down ? 1 : 0);
  }

  std::int64_t absolute(const ExpressionNode& node, std::int64_t a) const { return a < 0 ? subtract(node, 0, a) : a; }

  void require_divisor(const ExpressionNode& node, std::int64_t divisor) const {
    if (divisor == 0) fail("division by zero: " + shown(node.operands[1]) + " is 0");
  }

  std::string shown(const ExpressionNode& node) const {
    return "'" + std::string(text_.substr(node.begin, node.end - node.begin)) + "' (column " +
           std::to_string(node.begin + 1) + ")";
  }

  [[noreturn]] void fail_overflow(const ExpressionNode& node) const { fail(shown(node) + " does not fit 64 bits"); }
  [[noreturn]] static void fail(const std::string& message) { throw std::domain_error(message); }

  std::string_view text_;
  const AxisValues& axes_;
};

void collect_names(const ExpressionNode& node, std::vector<std::string>& names) {
  const bool is_new = node.op == Operator::variable && std::find(names.begin(), names.end(), node.name) == names.end();
  if (is_new) names.push_back(node.name);
  for (const ExpressionNode& operand : node.operands) collect_names(operand, names);
}

}  // namespace

Expression Expression::parse(std::string_view text) {
  Expression expression;
  expression.root_ = std::make_shared<const Node>(Node{parse_expression(text)});
  expression.text_ = text;
  return expression;
}

std::int64_t Expression::evaluate(const AxisValues& axes) const {
  if (!root_) throw std::domain_error("the expression is empty");
  return Evaluator(text_, axes).value(root_->tree);
}

std::vector<std::string> Expression::names() const {
  std::vector<std::string> names;
  if (root_) collect_names(root_->tree, names);
  return names;
}

const std::string& Expression::text() const { return text_; }

}  // namespace leap::protocol
