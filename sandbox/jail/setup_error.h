// A step of a jail's set-up that failed.
#pragma once

#include <cerrno>
#include <string>

namespace leap::jail {

// Thrown by the facilities of this folder, caught by the recipes that call them (contain.cc, init.cc, keeper.cc), and
// reported as SetupFailure. Takes errno as it stands unless told another.
struct SetupError {
  explicit SetupError(std::string failed_stage, int failed_error = errno)
      : stage(std::move(failed_stage)), error(failed_error) {}
  std::string stage;
  int error;
};

// For calls that answer -1 and errno.
inline int check(int result, const char* stage) {
  if (result < 0) throw SetupError(stage);
  return result;
}

}  // namespace leap::jail
