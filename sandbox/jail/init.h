// Pid 1 of a jail: starts the payload, reaps, reports how it ended, copies files out, and takes everything with it.
//
// It is not under the payload's limits, Landlock domain or filter, and the payload cannot reach it: other domain, not
// dumpable, no /proc, and a pid 1 ignores what its own namespace sends.
#pragma once

#include "sandbox/channel/fd.h"
#include "sandbox/jail/contain.h"

namespace leap::jail::init {

// What set-up prepared for the payload.
struct Payload {
  Fd ruleset;
  Fd oom_score;
};

// Returns when no other process is left in the jail. Throws SetupError when the payload could not be started.
void run(const Order& order, const Inheritance& inherited, const Payload& payload);

}  // namespace leap::jail::init
