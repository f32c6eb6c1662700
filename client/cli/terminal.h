// What is known about the place that text goes to.
#pragma once

#include <cstddef>

namespace leap::cli {

struct Terminal {
  bool interactive = false;   // a terminal that understands escapes
  bool colour = false;        // interactive, and NO_COLOR (https://no-color.org) is not set
  std::size_t columns = 160;  // a log's lines, when nothing says how wide it is
};

// Looks at the descriptor and at TERM, NO_COLOR and COLUMNS.
Terminal inspect_terminal(int fd);

}  // namespace leap::cli
