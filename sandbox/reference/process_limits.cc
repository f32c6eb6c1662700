#include "sandbox/reference/process_limits.h"

#include <seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

namespace leap::reference {
namespace {

constexpr rlim_t kOpenFiles = 16;  // the socket, the tensor memory, and what libtorch opens in passing

// Never above the hard limit that the jail has set.
void lower_limit(__rlimit_resource resource, rlim_t value) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) throw std::runtime_error(std::string("getrlimit: ") + std::strerror(errno));
  limit.rlim_cur = limit.rlim_max = std::min(limit.rlim_max, value);
  if (::setrlimit(resource, &limit) != 0) throw std::runtime_error(std::string("setrlimit: ") + std::strerror(errno));
}

constexpr int kDropped[] = {SCMP_SYS(fork),
                            SCMP_SYS(vfork),
                            SCMP_SYS(clone),
                            SCMP_SYS(clone3),
                            SCMP_SYS(execve),
                            SCMP_SYS(execveat),
                            SCMP_SYS(kill),
                            SCMP_SYS(tkill),
                            SCMP_SYS(rt_sigqueueinfo),
                            SCMP_SYS(rt_tgsigqueueinfo),
                            SCMP_SYS(pidfd_open),
                            SCMP_SYS(pidfd_send_signal),
                            SCMP_SYS(pidfd_getfd),
                            SCMP_SYS(ptrace),
                            SCMP_SYS(process_vm_readv),
                            SCMP_SYS(process_vm_writev),
                            SCMP_SYS(socket),
                            SCMP_SYS(connect),
                            SCMP_SYS(memfd_create),
                            SCMP_SYS(io_uring_setup),
                            SCMP_SYS(setpriority),
                            SCMP_SYS(sched_setaffinity),
                            SCMP_SYS(setpgid),
                            SCMP_SYS(setsid)};

}  // namespace

void restrict_child(pid_t parent, std::uint64_t memory_bytes) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // it died before the line above
  ::prctl(PR_SET_DUMPABLE, 0);
  lower_limit(RLIMIT_CORE, 0);
  lower_limit(RLIMIT_FSIZE, 0);
  lower_limit(RLIMIT_NOFILE, kOpenFiles);
  lower_limit(RLIMIT_DATA, memory_bytes);
}

void drop_system_calls() {
  const std::unique_ptr<void, decltype(&seccomp_release)> filter(seccomp_init(SCMP_ACT_ALLOW), &seccomp_release);
  if (!filter) throw std::runtime_error("seccomp_init failed");
  for (const int call : kDropped)
    if (const int error = seccomp_rule_add(filter.get(), SCMP_ACT_KILL_PROCESS, call, 0); error != 0)
      throw std::runtime_error(std::string("seccomp_rule_add: ") + std::strerror(-error));
  // abort() signals its own process, and nobody else's needs to be reached.
  const scmp_arg_cmp elsewhere = SCMP_A0(SCMP_CMP_NE, static_cast<scmp_datum_t>(::getpid()));
  int error = seccomp_rule_add(filter.get(), SCMP_ACT_KILL_PROCESS, SCMP_SYS(tgkill), 1, elsewhere);
  if (error == 0) error = seccomp_load(filter.get());
  if (error != 0) throw std::runtime_error(std::string("seccomp_load: ") + std::strerror(-error));
}

void allow_cpu_time(std::chrono::milliseconds limit) {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto allowed = std::chrono::ceil<std::chrono::seconds>(limit).count() + 1;
  rlimit cpu{};
  ::getrlimit(RLIMIT_CPU, &cpu);
  cpu.rlim_cur =
      std::min<rlim_t>(cpu.rlim_max, static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1 + allowed));
  ::setrlimit(RLIMIT_CPU, &cpu);
}

}  // namespace leap::reference
