// Attempts on other processes, users, namespaces and limits.
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ctime>

#include "sandbox/jail/attacker/attempt.h"

namespace leap::jail::attacker {

namespace {

constexpr pid_t kInit = 1;

// kill() of a pid 1 may "succeed" without Landlock's scoping (before ABI 6) and do nothing: what counts is that the
// init is still there, which is seen by our being alive and by how the jail ends.
void signal_init(Outcome& outcome, const char*) {
  for (const int signal : {SIGTERM, SIGCHLD, SIGSTOP, SIGKILL}) ::kill(kInit, signal);
  const timespec pause{0, 50'000'000};
  ::nanosleep(&pause, nullptr);
  outcome.must_hold(::getppid() == kInit, "the init is gone");
}

void trace_init(Outcome& outcome, const char*) {
  outcome.must_fail(::ptrace(PTRACE_SEIZE, kInit, nullptr, nullptr), "PTRACE_SEIZE");
  outcome.must_fail(::ptrace(PTRACE_ATTACH, kInit, nullptr, nullptr), "PTRACE_ATTACH");
  char byte = 0;
  const iovec ours{&byte, 1};
  const iovec theirs{reinterpret_cast<void*>(0x400000), 1};
  outcome.must_fail(::process_vm_readv(kInit, &ours, 1, &theirs, 1, 0), "process_vm_readv");
  outcome.must_fail(::process_vm_writev(kInit, &ours, 1, &theirs, 1, 0), "process_vm_writev");
}

void pidfd_init(Outcome& outcome, const char*) {
  const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, kInit, 0));
  for (int fd = 0; fd < 16; ++fd) outcome.must_fail(::syscall(SYS_pidfd_getfd, pidfd, fd, 0), "pidfd_getfd");
  outcome.must_fail(::syscall(SYS_kcmp, kInit, ::getpid(), 0, 0, 0), "kcmp");
}

void user_namespace(Outcome& outcome, const char*) {
  outcome.must_fail(::unshare(CLONE_NEWUSER), "unshare");
  const long child = ::syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) ::_exit(0);
  outcome.must_fail(child, "clone");
}

void other_namespaces(Outcome& outcome, const char*) {
  constexpr int kKinds[] = {CLONE_NEWNS, CLONE_NEWNET, CLONE_NEWPID, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP, 0x80};
  for (const int kind : kKinds) outcome.must_fail(::unshare(kind), "unshare " + std::to_string(kind));
  const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, kInit, 0));
  outcome.must_fail(::setns(pidfd, CLONE_NEWNS), "setns");
}

void gain_privilege(Outcome& outcome, const char*) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2] = {};
  if (::syscall(SYS_capget, &header, data) == 0) {
    for (const auto& half : data) {
      outcome.must_hold((half.effective | half.permitted | half.inheritable) == 0, "it holds capabilities");
    }
  }
  for (int capability = 0; capability < 64; ++capability) {
    outcome.must_hold(::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) != 1, "the bounding set is not empty");
  }
  outcome.must_hold(::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1, "no_new_privs is off");
  for (auto& half : data) half.effective = half.permitted = ~0U;
  outcome.must_fail(::syscall(SYS_capset, &header, data), "capset");
  outcome.must_fail(::syscall(SYS_setresuid, 0, 0, 0), "setresuid");
  outcome.must_fail(::syscall(SYS_setresgid, 0, 0, 0), "setresgid");
  outcome.must_fail(::syscall(SYS_setgroups, 0, nullptr), "setgroups");
}

void privileged_calls(Outcome& outcome, const char*) {
  const timespec then{1, 0};
  outcome.must_fail(::clock_settime(CLOCK_REALTIME, &then), "clock_settime");
  outcome.must_fail(::sethostname("x", 1), "sethostname");
  outcome.must_fail(::syscall(SYS_init_module, "", 0, ""), "init_module");
  outcome.must_fail(::syscall(SYS_iopl, 3), "iopl");
  outcome.must_fail(::syscall(SYS_swapon, "/w", 0), "swapon");
  outcome.must_fail(::syscall(SYS_syslog, 5 /* clear */, nullptr, 0), "syslog");
  outcome.must_fail(::syscall(SYS_quotactl, 0, nullptr, 0, nullptr), "quotactl");
}

void raise_limits(Outcome& outcome, const char*) {
  for (const auto resource : {RLIMIT_CORE, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_CPU, RLIMIT_MSGQUEUE}) {
    const rlimit more{RLIM_INFINITY, RLIM_INFINITY};
    outcome.must_fail(::setrlimit(resource, &more), "setrlimit " + std::to_string(resource));
  }
}

void change_init(Outcome& outcome, const char*) {
  const rlimit less{0, 0};
  outcome.must_fail(::prlimit(kInit, RLIMIT_NOFILE, &less, nullptr), "prlimit");
  outcome.must_fail(::setpriority(PRIO_PROCESS, kInit, 19), "setpriority");
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  outcome.must_fail(::sched_setaffinity(kInit, sizeof first, &first), "sched_setaffinity");
}

void real_time(Outcome& outcome, const char*) {
  sched_param first{};
  first.sched_priority = 1;
  outcome.must_fail(::sched_setscheduler(0, SCHED_FIFO, &first), "SCHED_FIFO");
  outcome.must_fail(::setpriority(PRIO_PROCESS, 0, -5), "setpriority");
}

constexpr struct {
  const char* name;
  Function function;
} kTable[] = {
    {"signal-init", signal_init},
    {"trace-init", trace_init},
    {"pidfd-init", pidfd_init},
    {"user-namespace", user_namespace},
    {"other-namespaces", other_namespaces},
    {"gain-privilege", gain_privilege},
    {"privileged-calls", privileged_calls},
    {"raise-limits", raise_limits},
    {"real-time", real_time},
    {"change-init", change_init},
};

}  // namespace

Function find_process_attempt(const std::string& name) {
  for (const auto& entry : kTable) {
    if (name == entry.name) return entry.function;
  }
  return nullptr;
}

}  // namespace leap::jail::attacker
