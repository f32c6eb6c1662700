// The `leap` command as a function.
#pragma once

namespace leap::cli {

// Does what the command line asks for and returns the exit status (see command.h). Never throws.
int run(int argc, const char* const* argv);

}  // namespace leap::cli
