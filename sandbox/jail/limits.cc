#include "sandbox/jail/limits.h"

#include <sys/resource.h>

#include <algorithm>

#include "sandbox/jail/setup_error.h"

namespace leap::jail::limits {

namespace {

using Resource = __rlimit_resource;

void set(Resource resource, rlim_t soft, rlim_t hard, const char* stage) {
  rlimit now{};
  check(::getrlimit(resource, &now), stage);
  const rlim_t allowed = std::min(hard, now.rlim_max);  // raising it takes CAP_SYS_RESOURCE in the host's namespace
  const rlimit wanted{std::min(soft, allowed), allowed};
  check(::setrlimit(resource, &wanted), stage);
}

void set(Resource resource, rlim_t value, const char* stage) { set(resource, value, value, stage); }

constexpr rlim_t kLockedBytes = 64u << 10;

}  // namespace

void apply(const Limits& limits, Backstop backstop) {
  // Not 0: a host that pipes cores to a program (core_pattern "|...") runs it, as root, for a limit of 0, but not
  // for 1.
  set(RLIMIT_CORE, 1, "limit core");
  set(RLIMIT_FSIZE, limits.file_bytes, "limit file_bytes");
  set(RLIMIT_NOFILE, limits.open_files, "limit open_files");
  set(RLIMIT_STACK, limits.stack_bytes, "limit stack_bytes");
  set(RLIMIT_MEMLOCK, kLockedBytes, "limit memlock");
  set(RLIMIT_MSGQUEUE, 0, "limit msgqueue");
  // SIGXCPU at the limit says why; SIGKILL a second later ends a payload that ignores it.
  set(RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 1, "limit cpu_seconds");
  if (backstop == Backstop::no) return;
  set(RLIMIT_NPROC, limits.processes + 1, "limit processes");  // counts the init too; per user namespace
  // Address space, not memory in use: twice as much, so that the watch over the resident set speaks first.
  set(RLIMIT_DATA, 2 * limits.memory_bytes, "limit memory");
}

}  // namespace leap::jail::limits
