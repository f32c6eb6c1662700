// Bytes from outside, made fit to be shown: on a terminal, in JSON, in a prompt.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace leap::protocol {

// Strict UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
bool is_valid_utf8(std::string_view bytes);

// Printable UTF-8 of at most `max_bytes`. What is not valid UTF-8, every control character but newline and tab, and
// every character that reorders text (the bidirectional controls) appear as \xNN, so that a terminal escape is shown
// and not obeyed. What is too long keeps its head and its tail around a line "[... N bytes left out]", N of the
// original.
std::string sanitize_text(std::string_view bytes, std::size_t max_bytes);

// The same for a place with room for one line: newline and tab become \xNN too, and the end is cut, marked by "...".
std::string one_line(std::string_view bytes, std::size_t max_bytes);

// one_line() of a word or a name in double quotes, short enough for an error message.
std::string in_quotes(std::string_view bytes);

}  // namespace leap::protocol
