// Handlers that leave a hint for the feedback before the process dies of the signal that it would have died of anyway.
#pragma once

#include "sandbox/runner/control_block.h"

namespace leap::runner {

// SIGSYS (a refused system call: its number), SIGSEGV and SIGBUS (address, read or write). The filters refuse to
// replace the SIGSYS handler. The candidate may replace the others: then there is no hint, and the verdict is the same.
bool install_signal_hints();

}  // namespace leap::runner
