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

// Where a jail is made.
struct Surroundings {
  user_namespace::Ids outer;
  int cgroup_fd = -1;        // the leaf to be born in; -1: the warden's own
  bool own_network = false;  // the warden is not in an empty network namespace that it could share
};

// Returns before set-up is done: the report and the end
// of the init tell how it went. Throws SetupError, with nothing left behind.
Spawned spawn(const Order& order, Inheritance inherited, const Surroundings& surroundings);

}  // namespace leap::jail
