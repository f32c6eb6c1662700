// Bubblewrap, told to make the jail that one of our policies describes: the rival of the jail's start.
#pragma once

#include <string>
#include <vector>

#include "sandbox/channel/fd.h"
#include "sandbox/jail/policy.h"

namespace leap::bench {

// Starts a program by the cheapest way there is (posix_spawn, which shares memory until exec) and waits for its end.
// It has `fd` as its descriptor number `fd_there`. Throws when it cannot be started or its exit status is not 0.
void spawn_and_wait(const std::vector<std::string>& argv, int fd, int fd_there);

class Bubblewrap {
 public:
  static bool installed();

  // The same mounts and environment, new namespaces of every kind; no filter, no Landlock, no limits, which ours has.
  // `payload` runs in it, by its path there.
  Bubblewrap(const jail::Policy& policy, const std::string& payload);

  // From the start of bwrap to its end, which is the payload's. The payload has `fd` as number `fd_there`.
  void run(int fd, int fd_there);

 private:
  void add_mount(const jail::MountRule& mount);
  void add(std::initializer_list<std::string> words) { command_.insert(command_.end(), words); }

  std::vector<std::string> command_;
  std::vector<Fd> contents_;  // of --ro-bind-data; bwrap reads each from where it stands
};

}  // namespace leap::bench
