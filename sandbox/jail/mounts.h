// The jail's file system: a small tmpfs root, read-only binds, private tmpfs directories, nothing else of the host.
#pragma once

#include <string>
#include <vector>

#include "sandbox/channel/fd.h"
#include "sandbox/jail/order.h"

namespace leap::jail::mounts {

// A bind's or device's detached copy, opened while the host's paths can still be walked.
struct Source {
  Fd tree;  // -1: optional and absent, or not a bind
  bool directory = false;
};

// One entry a rule, in order. Throws SetupError, EPERM when this process may not copy mounts at all.
std::vector<Source> open_sources(const std::vector<MountRule>& rules);

// What was mounted, for Landlock to name again.
struct Tree {
  Fd root;
  std::vector<Fd> mounted;  // O_PATH, one a rule; -1 where the rule left nothing that needs a rule of its own
};

// Mounts the tree on top of "/", places the files, and makes everything that should not be writable read-only.
// The old root is still underneath: see forget_host().
Tree build(const Order& order, std::vector<Source> sources);

// Makes the new tree "/" and drops the host's. Leaves the working directory at "/".
void forget_host();

}  // namespace leap::jail::mounts
