// One evaluation, in full, for a person.
#pragma once

#include <cstddef>
#include <string>

#include "client/cli/style.h"
#include "protocol/evaluation.h"

namespace leap::cli {

// Verdict and reason; then what there is of: stages, times, limits, evidence, compiler messages, mismatches, output of
// the program. No line of ours is wider than `columns`; what a compiler or a program printed keeps its lines.
std::string report_text(const protocol::Evaluation& evaluation, std::size_t columns, const Palette& palette);

// `y[0, 3]`; `y` for a scalar.
std::string element_text(const protocol::Mismatch& mismatch);

}  // namespace leap::cli
