// Integer expressions over axis names, as definitions and launch plans use them: `ceil_div(rows, 4) * cols`.
//
//   expression := or; or := and ('||' and)*; and := cmp ('&&' cmp)*; cmp := sum (('=='|'!='|'<'|'<='|'>'|'>=') sum)?
//   sum := product (('+'|'-') product)*; product := unary (('*'|'/'|'%') unary)*; unary := ('-'|'!')* primary
//   primary := INTEGER | NAME | NAME '(' expression, ... ')' | '(' expression ')'
//
// Functions: ceil_div(a, b), min(a, b), max(a, b), abs(a). A comparison is 1 or 0. Arithmetic is int64,
// checked; `/` cuts towards zero and `&&`, `||` evaluate no more than they need, as in C++.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace leap::protocol {

using AxisValues = std::map<std::string, std::int64_t, std::less<>>;

// Limits of one expression, so that a hostile one costs nothing: 512 characters, 32 levels, 128 nodes.
class Expression {
 public:
  // Throws std::invalid_argument that names the column of the fault.
  static Expression parse(std::string_view text);

  // Throws std::domain_error on an unknown name, division by zero or overflow; the message names the operand.
  std::int64_t evaluate(const AxisValues& axes) const;

  // The names it mentions, in order of first mention.
  std::vector<std::string> names() const;

  const std::string& text() const;

 private:
  struct Node;
  std::string text_;
  std::shared_ptr<const Node> root_;
};

}  // namespace leap::protocol
