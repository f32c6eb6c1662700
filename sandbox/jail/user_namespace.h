// The jail's one user: 1000 inside, an unprivileged id outside.
#pragma once

#include <sys/types.h>

namespace leap::jail::user_namespace {

inline constexpr unsigned kInnerId = 1000;
inline constexpr unsigned kFirstRootSlotId = 61000;  // host ids of jails made by root: this plus the warden's slot

// Who the jail is outside: our own effective ids, or for root an id of its own, so that not even a process that gets
// out of every namespace is root.
struct Ids {
  uid_t user;
  gid_t group;
};
Ids outer_ids(unsigned slot);

inline constexpr Ids kInner{kInnerId, kInnerId};

// From outside, for a child that was cloned with CLONE_NEWUSER and waits; or for oneself. Throws SetupError.
void write_maps(pid_t process, Ids inner, Ids outer);

// From inside, after the maps are written. Must come before the first file is created: an unmapped owner is EOVERFLOW.
void become_inner_user();

}  // namespace leap::jail::user_namespace
