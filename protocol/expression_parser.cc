// Recursive descent over the grammar of expression.h.
#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>

#include "protocol/expression_node.h"
#include "protocol/limits.h"
#include "protocol/text.h"

namespace leap::protocol {
namespace {

struct Token {
  std::string_view sign;
  Operator op;
};

// Within a level the longer sign stands first, so that `<=` is not read as `<`.
constexpr std::array kComparisons{Token{"==", Operator::equal},      Token{"!=", Operator::not_equal},
                                  Token{"<=", Operator::less_equal}, Token{">=", Operator::greater_equal},
                                  Token{"<", Operator::less},        Token{">", Operator::greater}};
constexpr std::array kOr{Token{"||", Operator::logical_or}};
constexpr std::array kAnd{Token{"&&", Operator::logical_and}};
constexpr std::array kSums{Token{"+", Operator::add}, Token{"-", Operator::subtract}};
constexpr std::array kProducts{Token{"*", Operator::multiply}, Token{"/", Operator::divide},
                               Token{"%", Operator::remainder}};

struct Function {
  std::string_view name;
  Operator op;
  std::size_t arguments;
};
constexpr std::array kFunctions{Function{"ceil_div", Operator::ceil_div, 2}, Function{"min", Operator::min, 2},
                                Function{"max", Operator::max, 2}, Function{"abs", Operator::abs, 1}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  ExpressionNode parse_all() {
    skip_space();
    if (at_end()) fail("expected a number, a name or '('");
    ExpressionNode node = parse_or();
    if (!at_end()) fail(unexpected());
    return node;
  }

 private:
  ExpressionNode parse_or() { return left_associative(kOr, &Parser::parse_and); }
  ExpressionNode parse_and() { return left_associative(kAnd, &Parser::parse_comparison); }
  ExpressionNode parse_sum() { return left_associative(kSums, &Parser::parse_product); }
  ExpressionNode parse_product() { return left_associative(kProducts, &Parser::parse_unary); }

  ExpressionNode parse_comparison() {
    ExpressionNode left = parse_sum();
    const auto op = take_any(kComparisons);
    if (!op) return left;
    ExpressionNode right = parse_sum();
    ExpressionNode comparison = binary(*op, std::move(left), std::move(right));
    const std::size_t second = position_;
    if (take_any(kComparisons)) fail_at(second, "comparisons do not chain: write a < b && b < c");
    return comparison;
  }

  template <typename Table>
  ExpressionNode left_associative(const Table& table, ExpressionNode (Parser::*operand)()) {
    ExpressionNode left = (this->*operand)();
    while (const auto op = take_any(table)) left = binary(*op, std::move(left), (this->*operand)());
    return left;
  }

  ExpressionNode parse_unary() {
    const std::size_t begin = position_;
    std::optional<Operator> op;
    if (take("-")) {
      op = Operator::negate;
    } else if (rest().starts_with("!=")) {
      fail(unexpected());
    } else if (take("!")) {
      op = Operator::logical_not;
    }
    if (!op) return parse_primary();
    enter(begin);
    ExpressionNode operand = parse_unary();
    --depth_;
    return make(*op, {}, {std::move(operand)}, begin);
  }

  ExpressionNode parse_primary() {
    const std::size_t begin = position_;
    if (at_end()) fail("expected a number, a name or '(', and the expression ends");
    if (is_digit(rest()[0])) return parse_integer();
    if (is_name_start(rest()[0])) return parse_name_or_call();
    if (!take("(")) fail(unexpected());
    enter(begin);
    ExpressionNode inner = parse_or();
    --depth_;
    if (!take(")")) fail_open(begin);
    inner.begin = begin;
    inner.end = last_end_;
    return inner;
  }

  ExpressionNode parse_integer() {
    const std::size_t begin = position_;
    std::size_t length = 0;
    while (length < rest().size() && is_digit(rest()[length])) ++length;
    const std::string_view digits = rest().substr(0, length);
    if (length > 1 && digits[0] == '0') fail("a number has no leading zero");
    if (length < rest().size() && (is_name_start(rest()[length]) || rest()[length] == '.')) {
      fail_at(begin + length, "only decimal integers are numbers, unexpected " + in_quotes(rest().substr(length, 1)));
    }
    ExpressionNode node = make(Operator::literal, {}, {}, begin);
    if (std::from_chars(digits.data(), digits.data() + length, node.value).ec != std::errc()) {
      fail("the number " + one_line(digits, limits::kMaxNameBytes) + " does not fit 64 bits");
    }
    advance(length);
    node.end = begin + length;
    return node;
  }

  ExpressionNode parse_name_or_call() {
    const std::size_t begin = position_;
    std::size_t length = 0;
    while (length < rest().size() && (is_name_start(rest()[length]) || is_digit(rest()[length]))) ++length;
    const std::string_view name = rest().substr(0, length);
    advance(length);
    if (take("(")) return parse_call(name, begin);
    ExpressionNode node = make(Operator::variable, std::string(name), {}, begin);
    node.end = begin + length;
    return node;
  }

  ExpressionNode parse_call(std::string_view name, std::size_t begin) {
    const Function* function = nullptr;
    for (const Function& known : kFunctions) {
      if (known.name == name) function = &known;
    }
    if (!function) fail_at(begin, "unknown function " + in_quotes(name) + "; known: ceil_div, min, max, abs");
    const std::size_t open = begin + name.size();
    enter(begin);
    std::vector<ExpressionNode> arguments;
    if (!take(")")) {
      do {
        arguments.push_back(parse_or());
      } while (take(","));
      if (!take(")")) fail_open(open);
    }
    --depth_;
    if (arguments.size() != function->arguments) {
      fail_at(begin, std::string(name) + " takes " + std::to_string(function->arguments) + " argument" +
                         (function->arguments == 1 ? "" : "s") + ", got " + std::to_string(arguments.size()));
    }
    return make(function->op, {}, std::move(arguments), begin);
  }

  ExpressionNode binary(Operator op, ExpressionNode left, ExpressionNode right) {
    const std::size_t begin = left.begin;
    std::vector<ExpressionNode> operands;
    operands.reserve(2);
    operands.push_back(std::move(left));
    operands.push_back(std::move(right));
    return make(op, {}, std::move(operands), begin);
  }

  ExpressionNode make(Operator op, std::string name, std::vector<ExpressionNode> operands, std::size_t begin) {
    if (++nodes_ > limits::kMaxExpressionNodes) {
      fail_at(begin, "more than " + std::to_string(limits::kMaxExpressionNodes) + " numbers, names and operators");
    }
    return {op, 0, std::move(name), std::move(operands), begin, last_end_};
  }

  void enter(std::size_t position) {
    if (++depth_ > limits::kMaxExpressionDepth) {
      fail_at(position, "nested deeper than " + std::to_string(limits::kMaxExpressionDepth) + " levels");
    }
  }

  std::string_view rest() const { return text_.substr(position_); }
  bool at_end() const { return position_ == text_.size(); }

  void skip_space() {
    while (!at_end() && (text_[position_] == ' ' || text_[position_] == '\t')) ++position_;
  }

  void advance(std::size_t length) {
    position_ += length;
    last_end_ = position_;
    skip_space();
  }

  bool take(std::string_view sign) {
    if (!rest().starts_with(sign)) return false;
    advance(sign.size());
    return true;
  }

  template <typename Table>
  std::optional<Operator> take_any(const Table& table) {
    for (const Token& token : table) {
      if (take(token.sign)) return token.op;
    }
    return std::nullopt;
  }

  std::string unexpected() const {
    if (at_end()) return "the expression ends too early";
    std::string message = "unexpected " + in_quotes(rest().substr(0, 1));
    if (rest()[0] == '=') message += " (equality is ==)";
    if (rest()[0] == '&' || rest()[0] == '|') message += " (the logical operators are && and ||)";
    return message;
  }

  [[noreturn]] void fail_open(std::size_t open) {
    fail("expected ')' for the '(' at column " + std::to_string(open + 1) +
         (at_end() ? ", and the expression ends" : ", " + unexpected()));
  }
  [[noreturn]] void fail(const std::string& message) const { fail_at(position_, message); }
  [[noreturn]] void fail_at(std::size_t position, const std::string& message) const {
    throw std::invalid_argument("column " + std::to_string(position + 1) + ": " + message);
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t last_end_ = 0;  // end of the last token, before the space that follows it
  std::size_t nodes_ = 0;
  int depth_ = 0;
};

}  // namespace

ExpressionNode parse_expression(std::string_view text) {
  if (text.size() > limits::kMaxExpressionBytes) {
    throw std::invalid_argument("column " + std::to_string(limits::kMaxExpressionBytes + 1) + ": the expression has " +
                                std::to_string(text.size()) + " characters; at most " +
                                std::to_string(limits::kMaxExpressionBytes) + " are allowed");
  }
  return Parser(text).parse_all();
}

}  // namespace leap::protocol
