#include "sandbox/jail/warden.h"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <stdexcept>

#include "sandbox/jail/cgroup.h"
#include "sandbox/jail/keeper.h"
#include "sandbox/jail/order.h"
#include "sandbox/jail/syscalls.h"

namespace leap::jail {

using channel::Channel;
using channel::ChannelError;
using channel::Deadline;

std::string SetupFailure::text() const { return stage + ": " + std::strerror(error); }

namespace {

constexpr std::chrono::seconds kStartLimit{30};
constexpr std::chrono::seconds kLeaveLimit{10};

// The way to one warden process, shared by the Warden and its Jail, whichever is destroyed first.
struct Link {
  Channel channel;
  pid_t pid = -1;
  Fd pidfd;
  pid_t owner = -1;  // a forked child of the owner has a copy of this object, and no say
  bool busy = false;
  CgroupBackend cgroup = CgroupBackend::none;
  int landlock_abi = 0;

  // Closes the channel, which makes the warden leave, and waits until it has.
  ~Link() {
    channel = Channel();
    if (pid < 0 || owner != ::getpid()) return;
    pollfd wait{pidfd.get(), POLLIN, 0};
    if (::poll(&wait, 1, static_cast<int>(std::chrono::milliseconds(kLeaveLimit).count())) == 0) {
      sys::pidfd_send_signal(pidfd.get(), SIGKILL);
    }
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
};

channel::Message expect(Channel& channel, Deadline deadline) {
  auto received = channel.receive(deadline);
  if (!received.message) throw ChannelError("the warden is gone");
  return std::move(*received.message);
}

// "Pid:" of a pidfd: the process's number in our namespace, -1 once it is reaped.
pid_t pid_of(const Fd& pidfd) {
  std::ifstream info("/proc/self/fdinfo/" + std::to_string(pidfd.get()));
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("Pid:", 0) == 0) return static_cast<pid_t>(std::strtol(line.c_str() + 4, nullptr, 10));
  }
  return -1;
}

CgroupBackend choose_backend(const WardenOptions& options) {
  if (!options.cgroup) return detect_cgroup_backend();
  std::string why;
  // Also moves this process out of the way, which the warden could not do for it.
  if (*options.cgroup == CgroupBackend::v2 && !try_cgroup_v2(why)) throw std::runtime_error("cgroup v2: " + why);
  if (*options.cgroup == CgroupBackend::v1 && !try_cgroup_v1(why)) throw std::runtime_error("cgroup v1: " + why);
  return *options.cgroup;
}

}  // namespace

struct Jail::State {
  std::shared_ptr<Link> link;
  Fd payload_pidfd;
  pid_t payload_pid = -1;
  std::optional<JailEnd> end;

  JailEnd note(const channel::Message& message) {
    end = decode_end(message.bytes);
    link->busy = false;
    return *end;
  }
};

Jail::Jail(std::unique_ptr<State> state) : state_(std::move(state)) {}
Jail::Jail(Jail&&) noexcept = default;

Jail& Jail::operator=(Jail&& other) noexcept {
  Jail gone(std::move(other));
  std::swap(state_, gone.state_);
  return *this;
}

Jail::~Jail() {
  if (!state_ || state_->end || state_->link->owner != ::getpid()) return;
  try {
    kill();
  } catch (const ChannelError&) {
    state_->link->busy = false;  // the warden is gone, and its jail with it: the next launch says so
  }
}

int Jail::payload_pidfd() const { return state_->payload_pidfd.get(); }
pid_t Jail::payload_pid() const { return state_->payload_pid; }

std::optional<JailEnd> Jail::wait(Deadline deadline, int cancel_fd) {
  if (state_->end) return state_->end;
  auto received = state_->link->channel.receive(deadline, cancel_fd);
  if (received.message) return state_->note(*received.message);
  if (received.ended == channel::Ended::closed) throw ChannelError("the warden is gone");
  return std::nullopt;
}

JailEnd Jail::kill() {
  if (state_->end) return *state_->end;
  state_->link->channel.send(std::string(1, static_cast<char>(MessageKind::kill)));
  return state_->note(expect(state_->link->channel, Deadline::max()));
}

struct Warden::State {
  std::shared_ptr<Link> link;
};

Warden::Warden(std::unique_ptr<State> state) : state_(std::move(state)) {}
Warden::Warden(Warden&&) noexcept = default;
Warden& Warden::operator=(Warden&&) noexcept = default;
Warden::~Warden() = default;

Warden Warden::start(const WardenOptions& options) {
  const CgroupBackend backend = choose_backend(options);
  if (backend == CgroupBackend::none && !options.allow_degraded) {
    throw std::runtime_error(
        "no cgroup can limit a jail's memory and tasks here, and running without (--allow-degraded) was not allowed; "
        "`leap check` says what is missing");
  }
  auto [ours, theirs] = Channel::pair();
  auto link = std::make_shared<Link>();
  link->owner = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) throw std::runtime_error(std::string("warden: fork: ") + std::strerror(errno));
  if (pid == 0) {
    ours = Channel();
    keep_jails(std::move(theirs), backend, options);
  }
  theirs = Channel();  // or the end of the warden would not be seen
  link->pid = pid;
  link->pidfd = Fd(sys::pidfd_open(pid));
  link->channel = std::move(ours);
  const Hello hello = decode_hello(expect(link->channel, channel::Clock::now() + kStartLimit).bytes);
  if (!hello.refusal.empty()) throw std::runtime_error("warden: " + hello.refusal);
  link->cgroup = hello.cgroup;
  link->landlock_abi = hello.landlock_abi;
  return Warden(std::make_unique<State>(State{std::move(link)}));
}

std::variant<Jail, SetupFailure> Warden::launch(const Launch& launch) {
  Link& link = *state_->link;
  if (link.busy) throw std::logic_error("a warden keeps one jail at a time");
  send_launch(link.channel, launch);
  channel::Message reply = expect(link.channel, Deadline::max());
  switch (kind_of(reply)) {
    case MessageKind::failed:
      return decode_failure(reply.bytes);
    case MessageKind::ended:
      return SetupFailure{"init", ECHILD};  // it died between exec and telling us
    case MessageKind::started:
      break;
    default:
      throw ChannelError("a message that a parent does not know");
  }
  if (reply.fds.size() != 1) throw ChannelError("a jail without its payload's pidfd");
  link.busy = true;
  auto state = std::make_unique<Jail::State>();
  state->link = state_->link;
  state->payload_pidfd = std::move(reply.fds[0]);
  state->payload_pid = pid_of(state->payload_pidfd);
  return Jail(std::move(state));
}

CgroupBackend Warden::cgroup() const { return state_->link->cgroup; }
int Warden::landlock_abi() const { return state_->link->landlock_abi; }

}  // namespace leap::jail
