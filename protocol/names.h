// Rules for names that become C++ identifiers, and help for names that were misspelt.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leap::protocol {

// Why `name` cannot be the name of an axis, a tensor or an entry point, as the end of a sentence that starts with the
// name ("is a C++ keyword"); nothing when it can. Good names are [A-Za-z_][A-Za-z0-9_]{0,63} that C++ leaves free.
std::optional<std::string> identifier_fault(std::string_view name);

// The word of `known` within two edits of `word`, the nearest first.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known);

// `unknown axis "colz", did you mean "cols"? Known: rows, cols`.
std::string unknown_word(std::string_view what, std::string_view word, const std::vector<std::string>& known);

// "a, b, c"; "none" when there are none.
std::string listed(const std::vector<std::string>& words);

}  // namespace leap::protocol
