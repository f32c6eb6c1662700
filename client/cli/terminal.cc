#include "client/cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace leap::cli {

namespace {

constexpr std::size_t kLeastColumns = 40;  // below this, lines wrap rather than lose what they say

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace

Terminal inspect_terminal(int fd) {
  Terminal terminal;
  terminal.interactive = ::isatty(fd) == 1 && variable("TERM") != "dumb";
  terminal.colour = terminal.interactive && variable("NO_COLOR").empty();
  struct winsize size {};
  if (terminal.interactive && ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) terminal.columns = size.ws_col;
  const std::string_view columns = variable("COLUMNS");
  std::size_t given = 0;
  const auto parsed = std::from_chars(columns.data(), columns.data() + columns.size(), given);
  if (parsed.ec == std::errc() && given > 0 && given < 10000) terminal.columns = given;
  if (terminal.columns < kLeastColumns) terminal.columns = kLeastColumns;
  return terminal;
}

}  // namespace leap::cli
