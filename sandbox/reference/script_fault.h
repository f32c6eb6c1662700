// What is wrong with a reference, in words for the person who wrote it.
#pragma once

#include <stdexcept>

namespace leap::reference {

// The definition's fault. what() starts with "line N: " where the line of the reference is known.
class ScriptFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace leap::reference
