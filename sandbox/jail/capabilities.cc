#include "sandbox/jail/capabilities.h"

#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/jail/setup_error.h"

namespace leap::jail::capabilities {

namespace {

// Needs CAP_SETPCAP, so it comes before the sets are emptied.
void empty_bounding_set() {
  for (int capability = 0;; ++capability) {
    if (::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0) continue;
    if (errno == EINVAL && capability > CAP_WAKE_ALARM) return;  // past the last one that this kernel knows
    throw SetupError("capability bounding set");
  }
}

void lock_securebits() {
  constexpr unsigned long kBits = SECURE_ALL_BITS | SECURE_ALL_LOCKS;
  // SECURE_KEEP_CAPS cannot be locked together with being on: it is left off and locked.
  check(::prctl(PR_SET_SECUREBITS, kBits & ~static_cast<unsigned long>(SECBIT_KEEP_CAPS), 0, 0, 0), "securebits");
}

}  // namespace

void drop_all() {
  empty_bounding_set();
  check(::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0), "ambient capabilities");
  lock_securebits();
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  check(static_cast<int>(::syscall(SYS_capset, &header, none)), "capset");
  check(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs");
}

}  // namespace leap::jail::capabilities
