// Compiler messages as records.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/evaluation.h"

namespace leap::toolchain {

struct ParsedOutput {
  std::vector<protocol::Diagnostic> diagnostics;
  std::string rest;  // lines that are no diagnostics: of the linker, the assembler, the driver
};

// Reads what `g++ -fdiagnostics-format=json` printed: lines that are JSON arrays of messages, and anything else (also a
// line that was cut). `candidate_file` replaces every file under /in/ and /w/ and every name that a #line directive
// made up; a system header keeps its name in angle brackets. All text comes back sanitized.
ParsedOutput parse_gcc_output(std::string_view output, std::string_view candidate_file, std::size_t max_diagnostics);

}  // namespace leap::toolchain
