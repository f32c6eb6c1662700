// Landlock: a second opinion on the file system, and the wall between the payload and the jail's init.
#pragma once

#include "sandbox/channel/fd.h"
#include "sandbox/jail/mounts.h"
#include "sandbox/jail/order.h"

namespace leap::jail::landlock {

// The kernel's ABI version, 0 without Landlock.
int abi();

// Rules derived from the mounts: reading everywhere, executing only what was bound as executable, writing only below
// writable directories and to devices; no TCP; no signals and no abstract sockets out of the domain, where the kernel
// can. Empty when the kernel has no Landlock.
Fd make_ruleset(int abi, const Order& order, const mounts::Tree& tree);

// For this thread, for ever. In the payload, not in the init: a domain of its own may not signal the init.
void restrict_self(const Fd& ruleset);

}  // namespace leap::jail::landlock
