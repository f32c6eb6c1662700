// Resource limits of the payload process (setrlimit). Memory and tasks are the cgroup's; see cgroup.h.
#pragma once

#include "sandbox/jail/policy.h"

namespace leap::jail::limits {

// Without a cgroup, limits per user namespace (tasks) and per process (memory) are the backstop.
enum class Backstop { no, yes };

// In the payload process only: the init must stay able to copy files out. A hard limit that is already lower stays.
void apply(const Limits& limits, Backstop backstop);

}  // namespace leap::jail::limits
