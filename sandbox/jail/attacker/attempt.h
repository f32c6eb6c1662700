// One attempt's code and its outcome.
#pragma once

#include <string>

#include <sys/types.h>

namespace leap::jail::attacker {

// Every attempt that was stopped by an error; the first that was not is the escape.
class Outcome {
 public:
  // `result` of a call that must fail. Remembers what got through.
  void must_fail(long result, const std::string& what) {
    if (result >= 0 && escape_.empty()) escape_ = what;
  }
  void must_hold(bool holds, const std::string& what) {
    if (!holds && escape_.empty()) escape_ = what;
  }
  bool escaped() const { return !escape_.empty(); }
  const std::string& escape() const { return escape_; }

 private:
  std::string escape_;
};

using Function = void (*)(Outcome& outcome, const char* argument);

// Nothing for an unknown name.
Function find_file_attempt(const std::string& name);
Function find_process_attempt(const std::string& name);
Function find_kernel_attempt(const std::string& name);

// Behaviours for tests, not attacks: exit codes, crashes, bombs, files left behind. -1 for an unknown name.
int behave(int argc, char** argv);

}  // namespace leap::jail::attacker
