// Words for a faulting address: which tensor it belongs to, and how far outside it lies.
#pragma once

#include <string>

#include "sandbox/judge/arena.h"
#include "sandbox/judge/bank.h"

namespace leap::judge {

// "read 4 bytes past the end of input `x`", "wrote to input `x`, which is read-only", "read at address 0x0"; empty when
// the hint holds no address. The hint may be forged: the text goes into feedback and decides nothing.
std::string describe_fault(const Bank& bank, std::size_t workload, const Arena& arena, const runner::Hint& hint);

}  // namespace leap::judge
