#include "sandbox/jail/hardening.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>

namespace leap::jail::hardening {

namespace {

// The result is deliberately unused: see the header for why these are attempts.
void try_write(int file, const char* text) {
  if (file >= 0 && ::write(file, text, std::strlen(text)) < 0) return;
}

}  // namespace

void restrict_namespaces() {
  // The kernel resolves /proc/sys/user by the caller's user namespace, so this is the jail's own limit.
  const Fd namespaces(::open("/proc/sys/user/max_user_namespaces", O_WRONLY | O_CLOEXEC));
  try_write(namespaces.get(), "0");
  const Fd memfd(::open("/proc/sys/vm/memfd_noexec", O_WRONLY | O_CLOEXEC));
  try_write(memfd.get(), "2");
}

Fd open_oom_score() { return Fd(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)); }

void set_oom_score(const Fd& file, const char* score) { try_write(file.get(), score); }

}  // namespace leap::jail::hardening
