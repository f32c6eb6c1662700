// Messages with descriptors between our own processes, over a SOCK_SEQPACKET socket pair.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sandbox/channel/fd.h"

namespace leap::channel {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

inline constexpr std::size_t kMaxMessageBytes =
    192u << 10;  // fits the kernel's default socket buffer; larger data travels in memfds
inline constexpr std::size_t kMaxMessageFds = 16;

struct Message {
  std::string bytes;
  std::vector<Fd> fds;
};

// Whether reading from `fd` would not block now; false for -1.
bool is_readable(int fd);

// What ended a receive without a message.
enum class Ended { closed, timed_out, cancelled };

// The peer is gone, or sent something over a limit. `infra` wherever it surfaces.
class ChannelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One end. Not for use by two threads at once.
class Channel {
 public:
  Channel() = default;
  explicit Channel(Fd socket) : socket_(std::move(socket)) {}

  // Two connected ends, both close-on-exec.
  static std::pair<Channel, Channel> pair();

  // Throws ChannelError when the peer is gone (EPIPE) or the message is over a limit. `fds` stay the caller's.
  void send(std::string_view bytes, const std::vector<int>& fds = {});

  // Waits for one message. `cancel_fd`, when not -1, ends the wait as soon as it is readable.
  // Throws ChannelError on a truncated message or too many descriptors.
  struct Received {
    std::optional<Message> message;
    Ended ended = Ended::closed;  // meaningful only without a message
  };
  Received receive(Deadline deadline, int cancel_fd = -1);

  // Whether a message (or the peer's end) is there before the deadline.
  bool wait_readable(Deadline deadline) const;

  int fd() const { return socket_.get(); }
  Fd release() { return std::move(socket_); }
  explicit operator bool() const { return static_cast<bool>(socket_); }

 private:
  Fd socket_;
};

}  // namespace leap::channel
