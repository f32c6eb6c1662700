#include "protocol/source_comment.h"

#include <algorithm>

namespace leap::protocol {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const std::size_t begin = text.find_first_not_of(kSpace);
  return begin == text.npos ? std::string_view() : text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

bool consume(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text = trimmed(text.substr(prefix.size()));
  return true;
}

}  // namespace

std::vector<SourceComment> source_comments(std::string_view source, std::string_view key, std::size_t max_lines) {
  std::vector<SourceComment> comments;
  for (std::size_t number = 1; !source.empty() && number <= max_lines; ++number) {
    const std::size_t end = std::min(source.find('\n'), source.size());
    std::string_view line = trimmed(source.substr(0, end));
    if (consume(line, "//") && consume(line, key) && consume(line, ":")) {
      comments.push_back({number, std::string(line)});
    }
    source.remove_prefix(std::min(end + 1, source.size()));
  }
  return comments;
}

}  // namespace leap::protocol
