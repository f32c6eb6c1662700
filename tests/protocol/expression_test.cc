#include "protocol/expression.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "protocol/limits.h"

namespace leap::protocol {
namespace {

const AxisValues kAxes{{"cols", 6}, {"least", std::numeric_limits<std::int64_t>::min()}, {"rows", 10}, {"zero", 0}};

std::int64_t value(std::string_view text) { return Expression::parse(text).evaluate(kAxes); }

std::string parse_fault(std::string_view text) {
  try {
    Expression::parse(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

std::string evaluate_fault(std::string_view text) {
  const Expression expression = Expression::parse(text);
  try {
    expression.evaluate(kAxes);
  } catch (const std::domain_error& error) {
    return error.what();
  }
  return "evaluated";
}

std::string repeated(std::string_view part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

TEST(Expression, FollowsThePrecedenceOfC) {
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("(1 + 2) * 3"), 9);
  EXPECT_EQ(value("20 - 5 - 3"), 12);
  EXPECT_EQ(value("100 / 10 / 5"), 2);
  EXPECT_EQ(value("-2 * -3"), 6);
  EXPECT_EQ(value("1 + 1 == 2 && 3 < 2 || 1"), 1);
  EXPECT_EQ(value("!zero + 1"), 2);
  EXPECT_EQ(value("- -3"), 3);
}

TEST(Expression, ComparisonsAreOneOrZero) {
  EXPECT_EQ(value("(2 < 3) + (3 <= 3) + (4 > 3) + (3 >= 3) + (1 == 1) + (1 != 2)"), 6);
  EXPECT_EQ(value("(3 < 2) + (4 <= 3) + (3 > 3) + (2 >= 3) + (1 == 2) + (1 != 1)"), 0);
  EXPECT_EQ(value("5 && -3"), 1);
}

TEST(Expression, Functions) {
  EXPECT_EQ(value("ceil_div(rows, 4) * cols"), 18);
  EXPECT_EQ(value("ceil_div(8, 4)"), 2);
  EXPECT_EQ(value("ceil_div(-7, 2)"), -3);
  EXPECT_EQ(value("ceil_div(-7, -2)"), 4);
  EXPECT_EQ(value("ceil_div(7, -2)"), -3);
  EXPECT_EQ(value("min(rows, cols) - max(rows, cols) + abs(0 - 9)"), 5);
}

TEST(Expression, DivisionCutsTowardsZero) {
  EXPECT_EQ(value("-7 / 2"), -3);
  EXPECT_EQ(value("-7 % 2"), -1);
  EXPECT_EQ(value("least % -1"), 0);
}

TEST(Expression, LogicalOperatorsEvaluateNoMoreThanTheyNeed) {
  EXPECT_EQ(value("zero != 0 && 1 / zero"), 0);
  EXPECT_EQ(value("zero == 0 || 1 / zero"), 1);
}

TEST(Expression, NamesInOrderOfFirstMention) {
  const Expression expression = Expression::parse("rows * cols + ceil_div(rows, min) + abs");
  EXPECT_EQ(expression.names(), (std::vector<std::string>{"rows", "cols", "min", "abs"}));
  EXPECT_EQ(expression.text(), "rows * cols + ceil_div(rows, min) + abs");
  EXPECT_TRUE(Expression::parse("1 + 2").names().empty());
}

TEST(Expression, EvaluationFaultsNameTheOperand) {
  EXPECT_EQ(evaluate_fault("1 + depth"), "unknown name 'depth' (column 5)");
  EXPECT_EQ(evaluate_fault("rows / zero"), "division by zero: 'zero' (column 8) is 0");
  EXPECT_EQ(evaluate_fault("rows % (cols - 6)"), "division by zero: '(cols - 6)' (column 8) is 0");
  EXPECT_EQ(evaluate_fault("ceil_div(1, zero)"), "division by zero: 'zero' (column 13) is 0");
}

TEST(Expression, OverflowIsAFaultOfEveryOperator) {
  const std::string most = "9223372036854775807";
  for (const std::string& text :
       {most + " + 1", "-" + most + " - 2", most + " * 2", std::string("-least"), std::string("abs(least)"),
        std::string("least / -1"), std::string("ceil_div(least, -1)")}) {
    EXPECT_NE(evaluate_fault(text).find("does not fit 64 bits"), std::string::npos) << text;
    EXPECT_NE(evaluate_fault(text).find('\'' + text + '\''), std::string::npos) << evaluate_fault(text);
  }
  EXPECT_EQ(value("-9223372036854775807 - 1"), std::numeric_limits<std::int64_t>::min());
}

TEST(Expression, ParseFaultsNameTheColumn) {
  struct Case {
    std::string_view text;
    std::string_view place;
    std::string_view words;
  };
  const Case cases[] = {
      {"", "column 1:", "expected a number"},
      {"   ", "column 4:", "expected a number"},
      {"rows +", "column 7:", "ends"},
      {"rows cols", "column 6:", "unexpected \"c\""},
      {"rows = 3", "column 6:", "equality is =="},
      {"rows & 3", "column 6:", "&& and ||"},
      {"(rows", "column 6:", "'(' at column 1"},
      {"min(1, 2", "column 9:", "'(' at column 4"},
      {"rows)", "column 5:", "unexpected \")\""},
      {"1 < rows < 3", "column 10:", "do not chain"},
      {"1.5", "column 2:", "only decimal integers"},
      {"0x10", "column 2:", "only decimal integers"},
      {"007", "column 1:", "leading zero"},
      {"9223372036854775808", "column 1:", "does not fit"},
      {"1 + sqrt(4)", "column 5:", "known: ceil_div"},
      {"min(1)", "column 1:", "takes 2 arguments, got 1"},
      {"abs()", "column 1:", "takes 1 argument, got 0"},
      {"1 + $", "column 5:", "\"$\""},
      {"rows\n+ 1", "column 5:", "\\x0A"},
      {"1 + \xC3\xA9", "column 5:", "\\xC3"},
      {"!= 3", "column 1:", "unexpected"},
  };
  for (const Case& c : cases) {
    const std::string fault = parse_fault(c.text);
    EXPECT_TRUE(fault.starts_with(c.place)) << c.text << " gave " << fault;
    EXPECT_NE(fault.find(c.words), std::string::npos) << c.text << " gave " << fault;
  }
}

TEST(Expression, ItsLimitsAreExact) {
  const int depth = limits::kMaxExpressionDepth;
  EXPECT_EQ(value(repeated("(", depth) + "1" + repeated(")", depth)), 1);
  EXPECT_NE(parse_fault(repeated("(", depth + 1) + "1" + repeated(")", depth + 1)).find("deeper"), std::string::npos);
  EXPECT_EQ(value(repeated("-", depth) + "1"), 1);
  EXPECT_NE(parse_fault(repeated("-", depth + 1) + "1").find("deeper"), std::string::npos);

  const int terms = limits::kMaxExpressionNodes / 2;  // n terms and n - 1 signs
  EXPECT_EQ(value("1" + repeated("+1", terms - 1)), terms);
  EXPECT_NE(parse_fault("1" + repeated("+1", terms)).find("more than 128"), std::string::npos);

  EXPECT_EQ(value("1" + std::string(limits::kMaxExpressionBytes - 1, ' ')), 1);
  EXPECT_TRUE(parse_fault("1" + std::string(limits::kMaxExpressionBytes, ' ')).starts_with("column 513:"));
}

TEST(Expression, AnEmptyOneEvaluatesToAnError) { EXPECT_THROW(Expression().evaluate({}), std::domain_error); }

}  // namespace
}  // namespace leap::protocol
