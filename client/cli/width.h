// How wide text is on a terminal, and making it fit. Text is valid UTF-8 without control characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace leap::cli {

// Columns that the text takes: 0 for a combining mark, 2 for an East Asian wide character or an emoji, else 1.
std::size_t display_width(std::string_view text);

// The text itself when it fits in `columns`, else its start and "..."; never half a character.
std::string cut_to_width(std::string_view text, std::size_t columns);

// Spaces added on the right (or on the left) up to `columns`.
std::string pad_right(std::string_view text, std::size_t columns);
std::string pad_left(std::string_view text, std::size_t columns);

// Lines of at most `columns`, broken at spaces where there are any, each with the margin in front and a newline behind.
std::string wrapped(std::string_view text, std::size_t columns, std::string_view margin);

}  // namespace leap::cli
