#include "client/cli/width.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace leap::cli {

namespace {

constexpr std::string_view kCut = "...";

struct Range {
  std::uint32_t first, last;
};

// Unicode 15, EastAsianWidth.txt (W and F) and the blocks of combining marks, in whole blocks: a table, not a standard.
constexpr auto kWide = std::to_array<Range>({{0x1100, 0x115F},
                                             {0x2E80, 0x303E},
                                             {0x3041, 0xA4CF},
                                             {0xAC00, 0xD7A3},
                                             {0xF900, 0xFAFF},
                                             {0xFE30, 0xFE6F},
                                             {0xFF00, 0xFF60},
                                             {0xFFE0, 0xFFE6},
                                             {0x1F300, 0x1FAFF},
                                             {0x20000, 0x3FFFD}});
constexpr auto kZero = std::to_array<Range>(
    {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}});

template <typename Table>
bool holds(const Table& table, std::uint32_t c) {
  return std::any_of(table.begin(), table.end(), [c](Range range) { return range.first <= c && c <= range.last; });
}

struct Character {
  std::size_t bytes;
  std::size_t columns;
};

Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {1, 1};
  const std::size_t length = std::min<std::size_t>(lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2, text.size());
  std::uint32_t c = lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) c = (c << 6) | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  return {length, holds(kZero, c) ? 0u : holds(kWide, c) ? 2u : 1u};
}

// The longest start that takes at most `columns`.
std::string_view start_of(std::string_view text, std::size_t columns) {
  std::size_t bytes = 0;
  std::size_t used = 0;
  while (bytes < text.size()) {
    const Character next = first_character(text.substr(bytes));
    if (used + next.columns > columns) break;
    used += next.columns;
    bytes += next.bytes;
  }
  return text.substr(0, bytes);
}

std::string spaces(std::string_view text, std::size_t columns) {
  const std::size_t width = display_width(text);
  return std::string(columns > width ? columns - width : 0, ' ');
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Character next = first_character(text);
    columns += next.columns;
    text.remove_prefix(next.bytes);
  }
  return columns;
}

std::string cut_to_width(std::string_view text, std::size_t columns) {
  if (display_width(text) <= columns) return std::string(text);
  if (columns <= kCut.size()) return std::string(kCut.substr(0, columns));
  return std::string(start_of(text, columns - kCut.size())).append(kCut);
}

std::string pad_right(std::string_view text, std::size_t columns) { return std::string(text) + spaces(text, columns); }

std::string pad_left(std::string_view text, std::size_t columns) { return spaces(text, columns).append(text); }

std::string wrapped(std::string_view text, std::size_t columns, std::string_view margin) {
  const std::size_t room = columns > display_width(margin) + 2 ? columns - display_width(margin) : 2;
  std::string lines;
  while (!text.empty()) {
    std::string_view line = start_of(text, room);
    if (line.size() < text.size() && text[line.size()] != ' ') {
      const std::size_t space = line.rfind(' ');
      if (space != line.npos && space > 0) line = line.substr(0, space);
    }
    text.remove_prefix(line.size());
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    lines.append(margin).append(line.substr(0, line.find_last_not_of(' ') + 1)).append("\n");
  }
  return lines;
}

}  // namespace leap::cli
