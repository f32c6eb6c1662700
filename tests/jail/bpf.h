// Runs a seccomp program without a kernel: what would it answer to this call?
#pragma once

#include <linux/audit.h>
#include <linux/seccomp.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace leap::jail::testing {

struct Call {
  std::uint32_t number = 0;
  std::array<std::uint64_t, 6> arguments{};
  std::uint32_t architecture = AUDIT_ARCH_X86_64;
};

// The SECCOMP_RET_* action with its data. Throws std::runtime_error on a program that the kernel would not take.
std::uint32_t evaluate(std::string_view program, const Call& call);

}  // namespace leap::jail::testing
