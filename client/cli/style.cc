#include "client/cli/style.h"

namespace leap::cli {

namespace {

std::string_view escape_of(Style style) {
  switch (style) {
    case Style::good:
      return "\033[32m";
    case Style::bad:
      return "\033[31m";
    case Style::caution:
      return "\033[33m";
    case Style::alarm:
      return "\033[1;35m";
    case Style::faint:
      return "\033[2m";
    case Style::strong:
      return "\033[1m";
    case Style::plain:
      break;
  }
  return "";
}

}  // namespace

Style style_of(protocol::Verdict verdict) {
  using protocol::Verdict;
  switch (verdict) {
    case Verdict::correct:
      return Style::good;
    case Verdict::wrong:
    case Verdict::crash:
      return Style::bad;
    case Verdict::no_code:
    case Verdict::compile_error:
    case Verdict::timeout:
    case Verdict::memory_limit:
      return Style::caution;
    case Verdict::cheat:
    case Verdict::infra:
    case Verdict::bad_definition:
      break;
  }
  return Style::alarm;
}

std::string Palette::paint(Style style, std::string_view text) const {
  if (!colour_ || style == Style::plain || text.empty()) return std::string(text);
  return std::string(escape_of(style)).append(text).append("\033[0m");
}

}  // namespace leap::cli
