#include "sandbox/reference/parent.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "sandbox/reference/child.h"
#include "sandbox/reference/process_limits.h"
#include "sandbox/reference/wire.h"

namespace leap::reference {
namespace {

constexpr std::size_t kMaxChildren = 64;

struct Child {
  Fd process;  // pidfd
  Fd session;  // the child's end: carries the notice of its end, and shows when the client has left
};

std::runtime_error system_failure(const char* what) {
  return std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

// The numbers that a child keeps its two descriptors under; everything else it inherits is closed.
constexpr int kSessionFd = 3;
constexpr int kDefinitionFd = 4;

[[noreturn]] void live_as_child(pid_t parent, std::uint64_t memory_bytes, int session, int definition) {
  // Out of the way first: either may already be 3 or 4.
  const int moved_session = ::fcntl(session, F_DUPFD_CLOEXEC, kDefinitionFd + 1);
  const int moved_definition = ::fcntl(definition, F_DUPFD_CLOEXEC, kDefinitionFd + 1);
  const bool placed = ::dup3(moved_session, kSessionFd, O_CLOEXEC) >= 0 &&
                      ::dup3(moved_definition, kDefinitionFd, O_CLOEXEC) >= 0 &&
                      ::close_range(kDefinitionFd + 1, ~0u, 0) == 0;
  if (!placed) ::_exit(1);
  try {
    restrict_child(parent, memory_bytes);
    drop_system_calls();
    serve_session(channel::Channel(Fd(kSessionFd)), Fd(kDefinitionFd));
  } catch (...) {
    ::_exit(1);
  }
  ::_exit(0);
}

// Forks the child of one request. Throws std::runtime_error.
Child fork_child(const wire::DefineRequest& request, channel::Message& message) {
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();  // not clone3: glibc's fork leaves its locks and libtorch's usable in the child
  if (pid < 0) throw system_failure("fork");
  if (pid == 0) live_as_child(parent, request.memory_bytes, message.fds[0].get(), message.fds[1].get());
  Fd process(
      static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));  // ours and not yet reaped: the number is the child's
  if (!process) {
    const std::runtime_error failure = system_failure("pidfd_open");
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    throw failure;
  }
  return Child{std::move(process), std::move(message.fds[0])};
}

class Parent {
 public:
  explicit Parent(channel::Channel control) : control_(std::move(control)) {}

  void serve() {
    for (;;) {
      std::vector<pollfd> waits{{control_.fd(), POLLIN, 0}};
      for (const Child& child : children_) {
        waits.push_back({child.process.get(), POLLIN, 0});
        waits.push_back({child.session.get(), 0, 0});  // POLLHUP comes unasked
      }
      if (::poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR) throw system_failure("poll");
      look_after_children(waits);
      if (waits[0].revents != 0 && !take_request()) return;
    }
  }

 private:
  void look_after_children(const std::vector<pollfd>& waits) {
    for (std::size_t i = children_.size(); i-- > 0;) {
      const bool dead = waits[1 + 2 * i].revents != 0;
      const bool client_left = waits[2 + 2 * i].revents != 0;
      if (client_left && !dead) ::syscall(SYS_pidfd_send_signal, children_[i].process.get(), SIGKILL, nullptr, 0);
      if (!dead && !client_left) continue;
      bury(children_[i]);
      children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  // Reaps a child that is dead or about to be, and tells its client. The client may have left, or let its queue fill:
  // a notice that cannot be sent at once is dropped, and the closed socket says enough.
  static void bury(const Child& child) {
    siginfo_t info{};
    while (::waitid(static_cast<idtype_t>(P_PIDFD), static_cast<id_t>(child.process.get()), &info, WEXITED) < 0)
      if (errno != EINTR) return;
    wire::ProcessEnd end;
    (info.si_code == CLD_EXITED ? end.status : end.signal) = info.si_status;
    const std::string notice = wire::encode(wire::SessionReply{"", end});
    ::send(child.session.get(), notice.data(), notice.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  }

  // False when the client has left.
  bool take_request() {
    auto message = control_.receive(channel::Deadline::max()).message;
    if (!message) return false;
    const auto request = wire::decode_define_request(message->bytes);
    if (!request || message->fds.size() != 2) throw std::runtime_error("not a define request");
    wire::DefineReply reply{request->id, ""};
    if (children_.size() >= kMaxChildren) {
      reply.error = "more than " + std::to_string(kMaxChildren) + " definitions at once";
      control_.send(wire::encode(reply));
      return true;
    }
    try {
      children_.push_back(fork_child(*request, *message));
    } catch (const std::runtime_error& failure) {
      reply.error = failure.what();
    }
    if (reply.error.empty()) control_.send(wire::encode(reply), {children_.back().process.get()});
    if (!reply.error.empty()) control_.send(wire::encode(reply));
    return true;
  }

  channel::Channel control_;
  std::vector<Child> children_;
};

}  // namespace

void serve_control(channel::Channel control) { Parent(std::move(control)).serve(); }

}  // namespace leap::reference
