// One file of tests/attacks/programs, with what its first lines declare.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "protocol/evaluation.h"

namespace leap::attacks {

struct AttackProgram {
  std::filesystem::path file;
  std::string name;  // file stem
  std::string attack, row, task, says, never_says;
  double at_least_us = 0;  // each call works this long by construction: a shorter time is a forged one
  std::vector<protocol::Verdict> expected, expected_rootless;
};

// Throws std::runtime_error when a header line is missing or holds an unknown verdict.
AttackProgram read_attack(const std::filesystem::path& file);

std::vector<AttackProgram> all_attacks(const std::filesystem::path& folder);

}  // namespace leap::attacks
