// From the command line to a Command.
#pragma once

#include <variant>

#include "client/cli/command.h"

namespace leap::cli {

// The command, or the exit status where there is nothing more to do: help and version (0) and errors (2) are printed.
std::variant<Command, int> parse_arguments(int argc, const char* const* argv);

}  // namespace leap::cli
