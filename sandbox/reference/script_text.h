// A reference as text: its import lines, and the compiler's messages about it.
#pragma once

#include <string>
#include <string_view>

namespace leap::reference {

// The name that the compiler sees as the reference's file.
inline constexpr std::string_view kSourceName = "reference";

// Empties the import lines that a reference may have (TorchScript itself has no `import`); the line numbers stay.
// Throws ScriptFault, with the line, on an import of anything else.
std::string without_imports(std::string_view source);

// libtorch's multi-line message, cut to "line N: WHAT" and the marked line of source.
std::string readable_compile_error(std::string_view message);

// The same for an exception out of the running script: the last line of its traceback and what was raised.
std::string readable_run_error(std::string_view message);

}  // namespace leap::reference
