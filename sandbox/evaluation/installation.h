// Where this build's programs and policies are.
#pragma once

#include <filesystem>

namespace leap::evaluation {

struct Installation {
  std::filesystem::path programs;  // leap-judge, leap-runner, leap-reference
  std::filesystem::path policies;  // holds sandbox/*.json
  std::filesystem::path tasks;     // the problem set; may be absent
};

// Beside the running program (a build tree: ../policies is linked there by the build) or under PREFIX/lib/leap and
// PREFIX/share/leap (an installed one). Throws std::runtime_error that names every place it looked at.
Installation find_installation();

// The same for a named folder of programs, laid out as a build tree's `bin`.
Installation installation_at(const std::filesystem::path& programs);

}  // namespace leap::evaluation
