#include "sandbox/jail/init.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <vector>

#include "sandbox/jail/collect.h"
#include "sandbox/jail/descriptors.h"
#include "sandbox/jail/hardening.h"
#include "sandbox/jail/landlock.h"
#include "sandbox/jail/limits.h"
#include "sandbox/jail/seccomp.h"

namespace leap::jail::init {

namespace {

// exec's view of strings.
std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (const std::string& text : strings) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

// Everything the payload process needs, prepared by the init: until exec they share their memory.
struct Start {
  const Order& order;
  const Inheritance& inherited;
  const Payload& payload;
  std::vector<char*> argv;
  std::vector<char*> environment;
};

// The last steps before foreign code runs. Each narrows what the next may do, so the order is from wide to narrow.
void become_payload(const Start& start) {
  descriptors::arrange(start.order.descriptors, start.inherited.null_device);  // needs the old RLIMIT_NOFILE
  limits::apply(start.order.limits, start.inherited.backstop ? limits::Backstop::yes : limits::Backstop::no);
  landlock::restrict_self(start.payload.ruleset);
  sigset_t none;
  ::sigemptyset(&none);
  check(::sigprocmask(SIG_SETMASK, &none, nullptr), "signal mask");
  seccomp::install(start.order.filter);  // last: it allows little more than exec and what follows it
  ::execve(start.argv[0], start.argv.data(), start.environment.data());
  throw SetupError("exec");
}

int payload_main(void* argument) {
  const Start& start = *static_cast<const Start*>(argument);
  try {
    become_payload(start);
  } catch (const SetupError& failure) {
    start.inherited.report->fail(failure);
  } catch (const std::exception& failure) {
    start.inherited.report->fail(SetupError(failure.what(), ENOMEM));
  }
  ::_exit(127);
}

struct Child {
  pid_t pid;
  Fd pidfd;
};

// vfork: this process sleeps until the payload has exec'ed or died, so its memory need not be copied, and no pipe is
// needed to learn that exec worked. The first fork of the namespace: the payload is pid 2, which filters rely on.
Child start_payload(const Start& start) {
  constexpr std::size_t kStackBytes = 64u << 10;
  static_assert(kStackBytes % 16 == 0);
  const auto stack = std::make_unique_for_overwrite<char[]>(kStackBytes);  // untouched pages cost nothing
  int pidfd = -1;
  const pid_t pid = ::clone(payload_main, stack.get() + kStackBytes, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD,
                            const_cast<Start*>(&start), &pidfd);
  check(pid, "fork");
  // The payload inherited to be the OOM killer's first choice; whoever is to tell of its end must not be.
  hardening::set_oom_score(start.payload.oom_score, hardening::kOrdinary);
  return {pid, Fd(pidfd)};
}

void tell_parent(int socket, const Fd& payload_pidfd) {
  char kind = static_cast<char>(MessageKind::started);
  iovec part{&kind, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  cmsghdr* rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  const int fd = payload_pidfd.get();
  std::memcpy(CMSG_DATA(rights), &fd, sizeof fd);
  if (::sendmsg(socket, &header, MSG_NOSIGNAL) < 0) throw SetupError("tell the parent");
}

void note_end(Report& report, const siginfo_t& info) {
  report.ended = true;
  report.wait_code = info.si_code;
  report.wait_status = info.si_status;
}

// Reaps whatever has ended; orphans of the jail are children of the init.
void reap_ended(pid_t payload, Report& report) {
  for (;;) {
    siginfo_t info{};
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG) != 0 || info.si_pid == 0) return;
    if (info.si_pid == payload) note_end(report, info);
  }
}

// Until the payload ends or the warden closes the lifeline. SIGCHLD can be forged from inside; then there is simply
// nothing to reap.
void watch(pid_t payload, int lifeline, Report& report) {
  sigset_t children;
  ::sigemptyset(&children);
  ::sigaddset(&children, SIGCHLD);
  const Fd signals(check(::signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK), "signalfd"));
  for (;;) {
    reap_ended(payload, report);
    if (report.ended) return;
    pollfd waits[2] = {{signals.get(), POLLIN, 0}, {lifeline, POLLIN, 0}};
    if (::poll(waits, 2, -1) < 0) continue;
    if (waits[1].revents != 0) {
      report.stopped = true;
      return;
    }
    std::array<signalfd_siginfo, 8> ignored;
    while (::read(signals.get(), ignored.data(), sizeof ignored) > 0) {
    }
  }
}

// A process that is being forked while the signal goes round either gets it or is not made: one round is enough.
void end_everything(pid_t payload, Report& report) {
  ::kill(-1, SIGKILL);
  for (;;) {
    siginfo_t info{};
    if (::waitid(P_ALL, 0, &info, WEXITED) != 0) {
      if (errno == EINTR) continue;
      return;  // ECHILD: alone
    }
    if (info.si_pid == payload) note_end(report, info);
  }
}

std::uint64_t microseconds(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000 + static_cast<std::uint64_t>(time.tv_usec);
}

// Of everything that was reaped, and what that had reaped.
void note_usage(Report& report) {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  report.cpu_us = microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
  report.largest_resident_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

void run(const Order& order, const Inheritance& inherited, const Payload& payload) {
  Report& report = *inherited.report;
  sigset_t all;
  ::sigfillset(&all);
  check(::sigprocmask(SIG_SETMASK, &all, nullptr), "signal mask");

  const Start start{order, inherited, payload, pointers(order.argv), pointers(order.environment)};
  const Child child = start_payload(start);
  if (report.failed_stage[0] == '\0') {
    report.started = true;  // first: the warden must not call this a failed set-up once the parent knows otherwise
    tell_parent(inherited.parent_socket, child.pidfd);
    watch(child.pid, inherited.lifeline, report);
  }
  end_everything(child.pid, report);
  note_usage(report);
  if (!report.started) return;
  for (std::size_t i = 0; i < order.collected.size(); ++i) {
    report.copied[i] = collect(order.collected[i].path, order.collected[i].memory.get(), order.collected[i].max_bytes);
  }
}

}  // namespace leap::jail::init
