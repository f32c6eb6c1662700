// A bounded text about an evaluation that a language model (or a person) can act on.
#pragma once

#include <string>

#include "protocol/evaluation.h"

namespace leap::evaluation {

inline constexpr std::size_t kMaxFeedbackBytes = 4096;

// What happened, where, and what to look at; compiler messages at the candidate's own lines, mismatches with their
// indices, times against the baseline. Plain text, valid UTF-8.
std::string feedback(const protocol::Evaluation& evaluation);

}  // namespace leap::evaluation
