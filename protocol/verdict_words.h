// All verdicts, for the messages that list them. Inside protocol/ only.
#pragma once

#include <string>
#include <vector>

#include "protocol/evaluation.h"

namespace leap::protocol {

inline std::vector<std::string> verdict_words() {
  std::vector<std::string> words;
  for (int i = 0; i <= static_cast<int>(Verdict::bad_definition); ++i)
    words.emplace_back(name(static_cast<Verdict>(i)));
  return words;
}

}  // namespace leap::protocol
