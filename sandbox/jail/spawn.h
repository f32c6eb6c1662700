// From the warden's side: clones a jail's init into all its namespaces and writes its maps.
#pragma once

#include <sys/types.h>

#include "sandbox/channel/fd.h"
#include "sandbox/jail/contain.h"
#include "sandbox/jail/user_namespace.h"

namespace leap::jail {

// A jail that is being set up or runs.
struct Spawned {
  pid_t init = -1;
  Fd init_pidfd;
  Fd lifeline;  // write end; closing it tells the init to stop everything
};

// `cgroup_fd` is the leaf to be born in, -1 for the warden's own. Returns before set-up is done: the report and the end
// of the init tell how it went. Throws SetupError, with nothing left behind.
Spawned spawn(const Order& order, Inheritance inherited, user_namespace::OuterIds outer, int cgroup_fd);

}  // namespace leap::jail
