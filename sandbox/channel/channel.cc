#include "sandbox/channel/channel.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace leap::channel {

namespace {

std::string error_text(const char* what) { return std::string(what) + ": " + std::strerror(errno); }

// poll() timeout for a deadline: rounded up, so that a wait never ends just before its deadline and spins.
int remaining_ms(Deadline deadline) {
  if (deadline == Deadline::max()) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, 1'000'000'000));
}

// Takes the descriptors out of a received header; closes them all when the kernel had to drop some.
std::vector<Fd> take_descriptors(msghdr& header) {
  std::vector<Fd> fds;
  for (cmsghdr* control = CMSG_FIRSTHDR(&header); control != nullptr; control = CMSG_NXTHDR(&header, control)) {
    if (control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(control) + i * sizeof(int), sizeof(int));
      fds.emplace_back(fd);
    }
  }
  return fds;
}

// One message that poll() has announced; nothing when the peer closed its end.
std::optional<Message> receive_now(int socket) {
  Message message;
  message.bytes.resize(kMaxMessageBytes);
  iovec part{message.bytes.data(), message.bytes.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(kMaxMessageFds * sizeof(int))];
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  ssize_t got;
  do {
    got = ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got < 0 && errno == ECONNRESET) return std::nullopt;
  if (got < 0) throw ChannelError(error_text("recvmsg"));
  message.fds = take_descriptors(header);
  if (header.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) throw ChannelError("a message is over the channel's limits");
  if (got == 0 && message.fds.empty()) return std::nullopt;
  message.bytes.resize(static_cast<std::size_t>(got));
  return message;
}

}  // namespace

bool is_readable(int fd) {
  pollfd wait{fd, POLLIN, 0};
  return fd >= 0 && ::poll(&wait, 1, 0) > 0;
}

std::pair<Channel, Channel> Channel::pair() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
  return {Channel(Fd(ends[0])), Channel(Fd(ends[1]))};
}

void Channel::send(std::string_view bytes, const std::vector<int>& fds) {
  if (bytes.empty() || bytes.size() > kMaxMessageBytes || fds.size() > kMaxMessageFds) {
    throw ChannelError("a message of " + std::to_string(bytes.size()) + " bytes and " + std::to_string(fds.size()) +
                       " descriptors is outside the channel's limits");
  }
  iovec part{const_cast<char*>(bytes.data()), bytes.size()};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  alignas(cmsghdr) char control[CMSG_SPACE(kMaxMessageFds * sizeof(int))] = {};
  if (!fds.empty()) {
    header.msg_control = control;
    header.msg_controllen = CMSG_SPACE(fds.size() * sizeof(int));
    cmsghdr* rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(fds.size() * sizeof(int));
    std::memcpy(CMSG_DATA(rights), fds.data(), fds.size() * sizeof(int));
  }
  ssize_t sent;
  do {
    sent = ::sendmsg(socket_.get(), &header, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent < 0) throw ChannelError(error_text("sendmsg"));
}

bool Channel::wait_readable(Deadline deadline) const {
  pollfd wait{socket_.get(), POLLIN, 0};
  return ::poll(&wait, 1, remaining_ms(deadline)) > 0;
}

Channel::Received Channel::receive(Deadline deadline, int cancel_fd) {
  for (;;) {
    pollfd waits[2] = {{socket_.get(), POLLIN, 0}, {cancel_fd, POLLIN, 0}};
    const int ready = ::poll(waits, cancel_fd >= 0 ? 2 : 1, remaining_ms(deadline));
    if (ready < 0 && errno != EINTR) throw ChannelError(error_text("poll"));
    if (ready > 0 && waits[1].revents != 0) return {std::nullopt, Ended::cancelled};
    if (ready > 0 && waits[0].revents != 0) return {receive_now(socket_.get()), Ended::closed};
    if (Clock::now() >= deadline) return {std::nullopt, Ended::timed_out};
  }
}

}  // namespace leap::channel
