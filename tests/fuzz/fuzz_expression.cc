#include <stdexcept>

#include "protocol/expression.h"
#include "protocol/text.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using leap::protocol::Expression;
  try {
    const Expression expression = Expression::parse(leap::fuzz::as_text(data, size));
    leap::protocol::AxisValues axes;
    std::int64_t value = -3;
    for (const std::string& name : expression.names()) axes[name] = value += 2;
    const std::int64_t first = expression.evaluate(axes);
    leap::fuzz::require(Expression::parse(expression.text()).evaluate(axes) == first, "the text means the same again");
  } catch (const std::invalid_argument& error) {
    leap::fuzz::require(leap::protocol::is_valid_utf8(error.what()), "an error is valid UTF-8");
  } catch (const std::domain_error&) {
  }
  return 0;
}
