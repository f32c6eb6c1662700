// Kernel switches that belong to the jail's own namespaces.
#pragma once

#include "sandbox/channel/fd.h"

namespace leap::jail::hardening {

// No user namespaces inside the jail, and no executable memfds where the kernel lets us say so (root only: the switch
// is per pid namespace but its file belongs to the host's root). The seccomp filters forbid both anyway: a second wall,
// so a kernel without the switch is no failure.
void restrict_namespaces();

// Lets the OOM killer choose the payload rather than the warden or the init that share its cgroup. The file must be
// opened while the host's /proc is in sight; -1 when it is not.
Fd open_oom_score();
void set_oom_score(const Fd& file, const char* score);
inline constexpr const char* kFirstChoice = "1000";
inline constexpr const char* kOrdinary = "0";

}  // namespace leap::jail::hardening
