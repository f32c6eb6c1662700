// A Launch on its way from the parent to the warden, and a JailEnd on its way back: the format of both in one place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sandbox/channel/channel.h"
#include "sandbox/jail/policy.h"
#include "sandbox/jail/warden.h"

namespace leap::jail {

// The first byte of every message between a parent and its warden.
enum class MessageKind : char {
  hello = 'H',        // warden → parent, once: backend and Landlock ABI, or why it refuses
  launch = 'L',       // parent → warden, then as many `descriptors` messages as it needs
  descriptors = 'D',  // parent → warden
  kill = 'K',         // parent → warden
  started = 'S',      // the jail's init → parent, with the payload's pidfd
  failed = 'X',       // warden → parent: SetupFailure
  ended = 'E',        // warden → parent: JailEnd
};

// A Launch as the warden holds it: owns its descriptors, has the environment as exec wants it.
struct Order {
  struct Descriptor {
    int number;
    Fd fd;
  };
  struct Placed {
    std::string path;
    unsigned mode;
    Fd content;
  };
  struct Collected {
    std::string path;
    std::uint64_t max_bytes;
    Fd memory;
  };

  std::vector<MountRule> mounts;
  Limits limits;
  FilterProgram filter;
  std::vector<std::string> argv;
  std::vector<std::string> environment;  // NAME=value
  std::vector<Descriptor> descriptors;
  std::vector<Placed> placed;
  std::vector<Collected> collected;
};

// Throws std::invalid_argument for a launch that cannot be meant: no policy, no argv, a relative path, a bad number.
void send_launch(channel::Channel& channel, const Launch& launch);

// `first` is the launch message; reads the descriptor messages that follow it. Throws ChannelError on a malformed one.
Order receive_launch(channel::Channel& channel, channel::Message first);

struct Hello {
  CgroupBackend cgroup = CgroupBackend::none;
  int landlock_abi = 0;
  std::string refusal;  // empty: the warden serves
};
std::string encode(const Hello& hello);
std::string encode(const SetupFailure& failure);
std::string encode(const JailEnd& end);
Hello decode_hello(std::string_view bytes);
SetupFailure decode_failure(std::string_view bytes);
JailEnd decode_end(std::string_view bytes);

// Throws ChannelError for an empty message.
MessageKind kind_of(const channel::Message& message);

}  // namespace leap::jail
