// System call filters: compiled once from a policy, installed as the last step before exec.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sandbox/jail/policy.h"

namespace leap::jail::seccomp {

// What becomes of a call that no rule names. `trap` delivers SIGSYS, which a handler may record before it dies.
enum class Default { kill, trap };

// Compares the bits of an argument under `mask`. Arguments that the kernel takes as 32 bits keep garbage above them, so
// rules that forbid something must mask.
struct Condition {
  unsigned argument = 0;
  std::uint64_t mask = ~std::uint64_t{0};
  std::uint64_t value = 0;
  bool equal = true;  // false: the masked bits differ from value
};

struct Rule {
  std::string call;
  std::vector<Condition> when;  // all must hold; empty: always
  std::optional<int> error;     // answered instead of being made; empty: allowed
  bool supervised = false;      // asks whoever holds the filter's listener; fails with ENOSYS once nobody does
};

struct Filter {
  Default otherwise = Default::kill;
  std::vector<Rule> rules;
};

bool known_call(const std::string& name);

// x86-64 only: every other architecture, and x32, is killed. Throws std::runtime_error.
FilterProgram compile(const Filter& filter);

// For this thread, for ever. Needs no_new_privs. Throws SetupError.
void install(const FilterProgram& program);

}  // namespace leap::jail::seccomp
