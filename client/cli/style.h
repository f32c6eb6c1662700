// Colours, by meaning.
#pragma once

#include <string>
#include <string_view>

#include "protocol/evaluation.h"

namespace leap::cli {

enum class Style { plain, good, bad, caution, alarm, faint, strong };

// correct is good; what a beginner gets wrong is a caution or bad; a cheat and our own faults are an alarm.
Style style_of(protocol::Verdict verdict);

// The text between the terminal's escapes for that style; unchanged without colour.
class Palette {
 public:
  explicit Palette(bool colour) : colour_(colour) {}
  std::string paint(Style style, std::string_view text) const;

 private:
  bool colour_;
};

}  // namespace leap::cli
