// The inside of a jail: from a freshly cloned process to the init that holds the payload.
#pragma once

#include <optional>
#include <vector>

#include "sandbox/jail/mounts.h"
#include "sandbox/jail/order.h"
#include "sandbox/jail/report.h"

namespace leap::jail {

// What the child takes over from its warden besides the order.
struct Inheritance {
  // Empty when the warden may not copy mounts (it is not root): then the child does, in its own namespace.
  std::optional<std::vector<mounts::Source>> sources = std::nullopt;
  Report* report;     // shared with the warden
  int lifeline;       // read end: one byte means "the maps are written", end of file "stop"
  int parent_socket;  // where "started" is said
  int null_device;
  int landlock_abi;
  bool backstop;  // no cgroup: limits by setrlimit
};

// Runs as pid 1 of the new namespaces, until everything in the jail is dead. Never returns.
[[noreturn]] void contain(const Order& order, Inheritance inherited);

}  // namespace leap::jail
