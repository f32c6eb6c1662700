// A warden is a small process that makes jails, one at a time, and lives in the cgroup they run in.
//
// It is forked before its parent starts threads or grows, so that making a jail is a clone3 of a few pages; and since
// a child inherits its cgroup, no jail pays for a write to cgroup.procs (7 ms after idle). When the parent dies, the
// warden kills what it holds, removes its cgroups and leaves.
#pragma once

#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sandbox/channel/channel.h"
#include "sandbox/channel/fd.h"
#include "sandbox/jail/policy.h"

namespace leap::jail {

enum class CgroupBackend { v2, v1, none };
std::string_view name(CgroupBackend backend);

// The best backend that works here for this user, by trying it.
CgroupBackend detect_cgroup_backend();

struct WardenOptions {
  std::string label;                    // shows in the process title and the cgroup's name
  std::optional<CgroupBackend> cgroup;  // detected when empty
  bool allow_degraded = false;          // `none` is refused without it
  unsigned slot = 0;                    // root only: jails run as host uid and gid 61000 + slot
};

// A file that the jail's set-up writes into the jail before the payload starts.
struct PlacedFile {
  std::string path;     // absolute, in the jail; its directory exists by the policy's mounts
  int content_fd = -1;  // read from its start
  unsigned mode = 0444;
};

// A file that the jail's init copies out after every payload process is dead: regular, not a link, within the size.
struct CollectedFile {
  std::string path;
  int memory_fd = -1;  // a memfd without size seals; the caller's, grown to the file's size
  std::uint64_t max_bytes = 0;
};

struct Launch {
  const Policy* policy = nullptr;
  std::vector<std::string> argv;                 // argv[0] is an absolute path in the jail
  std::vector<std::pair<int, int>> descriptors;  // {ours, number in the payload}; 0, 1 and 2 are /dev/null unless named
  std::vector<PlacedFile> placed;
  std::vector<CollectedFile> collected;
  std::map<std::string, std::string> environment;  // added to the policy's
};

// A set-up step failed: nothing of the payload ran. Always `infra`, never a verdict.
struct SetupFailure {
  std::string stage;  // "uid_map", "mount /usr/lib", "landlock", "seccomp", "exec", ...
  int error = 0;      // errno
  std::string text() const;
};

// How the payload ended. `kind` comes from waitid() in the jail's init; resource facts from the cgroup.
struct JailEnd {
  enum class Kind { exited, signalled, killed /* by us: kill() or a deadline */, lost /* the init itself died */ };
  Kind kind = Kind::lost;
  int code = 0;                // exit status or signal number
  bool memory_limit = false;   // the cgroup's OOM killer, or the resident-set watch of backend `none`
  bool process_limit = false;  // pids.events grew
  bool cpu_limit = false;
  std::uint64_t peak_memory_bytes = 0;  // 0 when unknown
  std::uint64_t cpu_us = 0;
  struct Collected {
    bool ok = false;
    std::string error;
    std::uint64_t bytes = 0;
  };
  std::vector<Collected> collected;  // in the order of Launch::collected
};

// One running jail. Destroying it kills every process in it and waits until they are gone.
class Jail {
 public:
  Jail(Jail&&) noexcept;
  Jail& operator=(Jail&&) noexcept;
  ~Jail();

  // The payload process (not the jail's init), for stopping it and for watching its end.
  int payload_pidfd() const;
  pid_t payload_pid() const;  // in our pid namespace

  // Waits for the end; nothing when the deadline passes or `cancel_fd` becomes readable first (the jail runs on).
  std::optional<JailEnd> wait(channel::Deadline deadline, int cancel_fd = -1);

  // Kills every process in the jail and returns how it ended; `collected` is still done.
  JailEnd kill();

 private:
  friend class Warden;
  struct State;
  explicit Jail(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

class Warden {
 public:
  // Forks. Call before the process has threads. Throws std::runtime_error when the cgroup backend is refused.
  static Warden start(const WardenOptions& options);
  Warden(Warden&&) noexcept;
  Warden& operator=(Warden&&) noexcept;
  ~Warden();

  // Makes a jail and returns once the payload has been exec'ed. One jail at a time: throws std::logic_error while the
  // last one lives. Throws channel::ChannelError when the warden is gone.
  std::variant<Jail, SetupFailure> launch(const Launch& launch);

  CgroupBackend cgroup() const;
  int landlock_abi() const;  // 0: none

 private:
  struct State;
  explicit Warden(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace leap::jail
