#include "sandbox/jail/spawn.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/jail/setup_error.h"
#include "sandbox/jail/syscalls.h"

namespace leap::jail {

namespace {

constexpr std::uint64_t kNamespaces =
    CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

struct Pipe {
  Fd read_end;
  Fd write_end;
};

Pipe make_pipe() {
  int ends[2];
  check(::pipe2(ends, O_CLOEXEC), "pipe");
  return {Fd(ends[0]), Fd(ends[1])};
}

// Root may copy mounts here, and must: in the jail's user namespace it is nobody, and could not walk into a home
// directory to bind a program from there. Others may not, and need not.
std::optional<std::vector<mounts::Source>> open_sources_if_allowed(const Order& order) {
  try {
    return mounts::open_sources(order.mounts);
  } catch (const SetupError& failure) {
    if (failure.error == EPERM) return std::nullopt;
    throw;
  }
}

void abandon(const Spawned& child) {
  sys::pidfd_send_signal(child.init_pidfd.get(), SIGKILL);
  siginfo_t info{};
  while (::waitid(P_PIDFD, static_cast<id_t>(child.init_pidfd.get()), &info, WEXITED) != 0 && errno == EINTR) {
  }
}

}  // namespace

Spawned spawn(const Order& order, Inheritance inherited, const Surroundings& surroundings) {
  inherited.sources = open_sources_if_allowed(order);
  Pipe lifeline = make_pipe();
  int pidfd = -1;
  ::clone_args arguments{};
  // One call: no moment exists in which the process is in some of its namespaces or outside its cgroup.
  arguments.flags = kNamespaces | CLONE_PIDFD;
  arguments.pidfd = reinterpret_cast<std::uint64_t>(&pidfd);
  arguments.exit_signal = SIGCHLD;
  if (surroundings.own_network) arguments.flags |= CLONE_NEWNET;
  if (surroundings.cgroup_fd >= 0) {
    arguments.flags |= CLONE_INTO_CGROUP;
    arguments.cgroup = static_cast<std::uint64_t>(surroundings.cgroup_fd);
  }
  const pid_t pid = sys::clone3(arguments);
  if (pid == 0) {
    lifeline.write_end.reset();  // or its end of file would never come
    inherited.lifeline = lifeline.read_end.get();
    contain(order, std::move(inherited));
  }
  check(pid, "clone");

  Spawned child{pid, Fd(pidfd), std::move(lifeline.write_end)};
  try {
    user_namespace::write_maps(pid, user_namespace::kInner, surroundings.outer);
    const char go = 1;
    check(static_cast<int>(::write(child.lifeline.get(), &go, 1)), "lifeline");
  } catch (const SetupError&) {
    abandon(child);
    throw;
  }
  return child;
}

}  // namespace leap::jail
