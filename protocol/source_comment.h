// Comments that declare something: a line `// KEY: VALUE`. Inside protocol/ only.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace leap::protocol {

struct SourceComment {
  std::size_t line = 0;  // from 1
  std::string value;     // without the space around it
};

// Those with `key` among the first `max_lines` lines. Lines are looked at one by one: a block comment or a string
// that holds such a line counts too.
std::vector<SourceComment> source_comments(std::string_view source, std::string_view key,
                                           std::size_t max_lines = std::numeric_limits<std::size_t>::max());

}  // namespace leap::protocol
