#include "protocol/evaluation.h"
#include "protocol/schema_error.h"
#include "protocol/text.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace leap::protocol;

// The same bytes as the text that a candidate printed, on the way to a terminal.
void check_text(std::string_view bytes) {
  for (const std::size_t limit : {std::size_t{0}, std::size_t{40}, std::size_t{120}, bytes.size()}) {
    const std::string shown = sanitize_text(bytes, limit);
    leap::fuzz::require(shown.size() <= limit && is_valid_utf8(shown), "shown text is bounded and valid");
    leap::fuzz::require(shown.find('\x1b') == std::string::npos, "no terminal escape is shown");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = leap::fuzz::as_text(data, size);
  check_text(text);
  try {
    const std::string json = to_json_text(parse_evaluation(text));
    leap::fuzz::require(to_json_text(parse_evaluation(json)) == json, "an evaluation survives JSON");
  } catch (const SchemaError& error) {
    leap::fuzz::require(is_valid_utf8(error.what()), "an error is valid UTF-8");
  }
  return 0;
}
