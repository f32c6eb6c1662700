#include "sandbox/jail/keeper.h"

#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <new>

#include "sandbox/jail/cgroup.h"
#include "sandbox/jail/landlock.h"
#include "sandbox/jail/network_namespace.h"
#include "sandbox/jail/order.h"
#include "sandbox/jail/spawn.h"
#include "sandbox/jail/syscalls.h"

namespace leap::jail {

namespace {

using channel::Channel;
using channel::ChannelError;
using channel::Clock;
using channel::Deadline;

// An init that was told to stop has little to do; one that has not gone by then is killed with all its namespace.
constexpr std::chrono::seconds kStopGrace{5};

// Memory that a jail's init writes and the warden reads.
struct Unmap {
  void operator()(Report* report) const { ::munmap(report, sizeof *report); }
};
using SharedReport = std::unique_ptr<Report, Unmap>;

SharedReport make_report() {
  void* memory = ::mmap(nullptr, sizeof(Report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw SetupError("report");
  return SharedReport(new (memory) Report{});
}

JailEnd::Kind kind_of_end(const Report& report) {
  if (!report.ended) return JailEnd::Kind::lost;
  if (report.wait_code == CLD_EXITED) return JailEnd::Kind::exited;
  return report.stopped && report.wait_status == SIGKILL ? JailEnd::Kind::killed : JailEnd::Kind::signalled;
}

// The kernel counts the limit in ticks and the usage exactly: SIGXCPU was seen at 0.89 s of a limit of 1 s.
constexpr std::uint64_t kNearlyASecondUs = 800'000;

JailEnd describe(const Report& report, const Limits& limits, std::size_t collected, const Cgroup::Usage& usage) {
  JailEnd end;
  end.kind = kind_of_end(report);
  end.code = report.ended ? report.wait_status : 0;
  end.memory_limit = usage.memory_limit;
  end.process_limit = usage.process_limit;
  end.peak_memory_bytes = usage.peak_memory_bytes;
  end.cpu_us = report.cpu_us;
  // A child of the payload may have been the one that was stopped; then the payload's own end only shows that it
  // failed.
  const bool succeeded = end.kind == JailEnd::Kind::exited && end.code == 0;
  const bool out_of_cpu_time = end.kind == JailEnd::Kind::signalled && end.code == SIGXCPU;
  end.cpu_limit = out_of_cpu_time || (!succeeded && end.cpu_us >= limits.cpu_seconds * kNearlyASecondUs);
  for (std::size_t i = 0; i < collected; ++i) {
    const Report::Copied& copied = report.copied[i];
    JailEnd::Collected file{copied.problem[0] == '\0', copied.problem, copied.bytes};
    if (!report.ended) file = {false, "the jail was lost", 0};
    end.collected.push_back(std::move(file));
  }
  return end;
}

class Keeper {
 public:
  Keeper(Channel& parent, std::unique_ptr<Cgroup> cgroup, user_namespace::Ids outer, bool own_network, Fd signals)
      : parent_(parent),
        cgroup_(std::move(cgroup)),
        outer_(outer),
        own_network_(own_network),
        landlock_abi_(landlock::abi()),
        null_device_(::open("/dev/null", O_RDWR | O_CLOEXEC)),
        signals_(std::move(signals)),
        report_(make_report()) {
    if (!null_device_) throw SetupError("open /dev/null");
  }

  ~Keeper() {
    // The parent is gone or going: nobody waits for what a jail would still have to say.
    if (jail_) {
      sys::pidfd_send_signal(jail_->spawned.init_pidfd.get(), SIGKILL);
      reap();
    }
  }

  void greet() { parent_.send(encode(Hello{cgroup_->backend(), landlock_abi_, ""})); }

  void serve() {
    for (;;) {
      pollfd waits[3] = {{parent_.fd(), POLLIN, 0},
                         {signals_.get(), POLLIN, 0},
                         {jail_ ? jail_->spawned.init_pidfd.get() : -1, POLLIN, 0}};
      const int ready = ::poll(waits, 3, timeout_ms());
      if (ready < 0 && errno != EINTR) return;
      if (ready == 0) look_after_jail();
      if (ready <= 0) continue;
      if (waits[2].revents != 0) finish();
      if (waits[0].revents != 0 && !obey()) return;
      if (waits[1].revents != 0) return;  // told to leave, or the parent died (PDEATHSIG)
    }
  }

 private:
  struct Jail {
    Limits limits;
    std::size_t collected;
    Spawned spawned;
    std::optional<Deadline> must_be_gone;  // set when it was told to stop
  };

  // One message of the parent; false when it is gone.
  bool obey() {
    auto received = parent_.receive(Deadline::max());
    if (!received.message) return false;
    switch (kind_of(*received.message)) {
      case MessageKind::launch:
        start(receive_launch(parent_, std::move(*received.message)));
        return true;
      case MessageKind::kill:
        stop();
        return true;  // may come after the jail's own end: then there is nothing to stop
      default:
        throw ChannelError("a message that a warden does not know");
    }
  }

  void start(Order order) {
    if (jail_) throw ChannelError("a launch while a jail lives");
    *report_ = Report{};
    try {
      const Surroundings surroundings{outer_, cgroup_->prepare(order.limits), own_network_};
      Inheritance inheritance{.report = report_.get(),
                              .lifeline = -1,  // spawn makes it
                              .parent_socket = parent_.fd(),
                              .null_device = null_device_.get(),
                              .landlock_abi = landlock_abi_,
                              .backstop = cgroup_->backend() == CgroupBackend::none};
      Spawned spawned = spawn(order, std::move(inheritance), surroundings);
      // The order's descriptors close here: their end of file must come from the jail alone.
      jail_.emplace(Jail{order.limits, order.collected.size(), std::move(spawned), std::nullopt});
    } catch (const SetupError& failure) {
      cgroup_->finish(0);
      parent_.send(encode(SetupFailure{failure.stage, failure.error}));
    }
  }

  void stop() {
    if (!jail_) return;
    jail_->spawned.lifeline.reset();
    if (!jail_->must_be_gone) jail_->must_be_gone = Clock::now() + kStopGrace;
  }

  int timeout_ms() const {
    if (!jail_) return -1;
    if (jail_->must_be_gone) return static_cast<int>(std::chrono::milliseconds(kStopGrace).count()) / 10;
    const auto interval = cgroup_->watch_interval();
    return interval ? static_cast<int>(interval->count()) : -1;
  }

  void look_after_jail() {
    if (!jail_) return;
    if (jail_->must_be_gone) {
      if (Clock::now() > *jail_->must_be_gone) sys::pidfd_send_signal(jail_->spawned.init_pidfd.get(), SIGKILL);
    } else if (cgroup_->exceeds_memory(jail_->spawned.init)) {
      stop();
    }
  }

  void reap() {
    siginfo_t info{};
    while (::waitid(P_PIDFD, static_cast<id_t>(jail_->spawned.init_pidfd.get()), &info, WEXITED) != 0 &&
           errno == EINTR) {
    }
  }

  // The init is the last process of its jail: the kernel ends a pid namespace with its pid 1.
  void finish() {
    reap();
    const Cgroup::Usage usage = cgroup_->finish(report_->largest_resident_bytes);
    const std::string message = report_->started ? encode(end_of_payload(usage)) : encode(failure_of_set_up(usage));
    jail_.reset();  // first, so that who reads the message finds nothing of the jail left
    parent_.send(message);
  }

  SetupFailure failure_of_set_up(const Cgroup::Usage& usage) const {
    if (report_->failed_stage[0] != '\0') return {report_->failed_stage, report_->failed_error};
    return usage.memory_limit ? SetupFailure{"init", ENOMEM} : SetupFailure{"init", ECHILD};  // killed on the way
  }

  JailEnd end_of_payload(const Cgroup::Usage& usage) const {
    JailEnd end = describe(*report_, jail_->limits, jail_->collected, usage);
    // A stop by the resident-set watch is the kernel's OOM kill done by us, not a kill() of the caller.
    if (usage.memory_limit && end.kind == JailEnd::Kind::killed && cgroup_->watch_interval()) {
      end.kind = JailEnd::Kind::signalled;
    }
    return end;
  }

  Channel& parent_;
  std::unique_ptr<Cgroup> cgroup_;
  user_namespace::Ids outer_;
  bool own_network_;
  int landlock_abi_;
  Fd null_device_;
  Fd signals_;
  SharedReport report_;
  std::optional<Jail> jail_;
};

// Keeps the one descriptor; whatever else the parent had open (other wardens' sockets, terminals) is not ours to hold.
void close_everything_but(int kept) {
  const Fd null_device(::open("/dev/null", O_RDWR));
  for (int standard = 0; standard < 3; ++standard) {
    if (standard != kept) ::dup2(null_device.get(), standard);
  }
  if (kept > 3) sys::close_range(3, static_cast<unsigned>(kept) - 1, 0);
  sys::close_range(static_cast<unsigned>(std::max(kept, 2)) + 1, ~0U, 0);
}

// Ignored and handled signals of the parent must not reach jails, and a terminal's Ctrl-C is the parent's to handle.
Fd become_quiet() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t leave;
  ::sigemptyset(&leave);
  for (const int signal : {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE}) ::sigaddset(&leave, signal);
  ::sigprocmask(SIG_SETMASK, &leave, nullptr);
  ::setsid();
  ::umask(022);
  return Fd(check(::signalfd(-1, &leave, SFD_CLOEXEC | SFD_NONBLOCK), "signalfd"));
}

void serve_jails(Channel& parent, CgroupBackend backend, const WardenOptions& options) {
  close_everything_but(parent.fd());
  Fd signals = become_quiet();
  ::prctl(PR_SET_NAME, ("leap:" + options.label).c_str(), 0, 0, 0);
  const user_namespace::Ids outer = user_namespace::outer_ids(options.slot);
  // A parent that has changed its user or hides its memory would pass that on, and then not even the maps of the jails
  // could be written: the files of such a process in /proc belong to root.
  check(::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), "dumpable");
  // Before the signal of the parent's death is asked for, which a change of privilege may undo.
  const bool own_network = !network_namespace::leave_host();
  // The end of the socket says that the parent is gone, unless a child of it holds a copy; this says it then.
  check(::prctl(PR_SET_PDEATHSIG, SIGHUP, 0, 0, 0), "pdeathsig");
  // Groups of root would go with it into every jail. Others may not drop theirs.
  if (::geteuid() == 0) check(::setgroups(0, nullptr), "setgroups");
  Keeper keeper(parent, make_cgroup(backend, cgroup_name(::getpid(), options.label)), outer, own_network,
                std::move(signals));
  keeper.greet();
  keeper.serve();
}

void refuse(Channel& parent, CgroupBackend backend, const SetupError& failure) {
  try {
    parent.send(encode(Hello{backend, 0, SetupFailure{failure.stage, failure.error}.text()}));
  } catch (const ChannelError&) {
    ::_exit(1);
  }
}

}  // namespace

void keep_jails(Channel parent, CgroupBackend backend, const WardenOptions& options) {
  try {
    serve_jails(parent, backend, options);
  } catch (const SetupError& failure) {
    refuse(parent, backend, failure);
  } catch (const std::exception&) {
    ::_exit(1);  // the parent broke the protocol or is gone; the keeper has cleaned up on the way here
  }
  ::_exit(0);
}

}  // namespace leap::jail
