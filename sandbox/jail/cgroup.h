// Limits on memory and tasks of a whole jail, and what became of them, behind one interface for v2, v1 and none.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "sandbox/jail/policy.h"
#include "sandbox/jail/warden.h"

namespace leap::jail {

// What one warden's jails live in, one after the other. Used by the warden only; destroying it removes its directories.
class Cgroup {
 public:
  virtual ~Cgroup() = default;
  virtual CgroupBackend backend() const = 0;

  // Before a jail is cloned. Answers the directory to clone it into, -1 for where the warden is. Throws SetupError.
  virtual int prepare(const Limits& limits) = 0;

  struct Usage {
    bool memory_limit = false;
    bool process_limit = false;
    std::uint64_t peak_memory_bytes = 0;
  };
  // After the last process of the jail is gone. What the largest of them had resident is told by the init: without a
  // cgroup nobody else knows.
  virtual Usage finish(std::uint64_t largest_resident_bytes) = 0;

  // How often exceeds_memory() wants to be asked; nothing where the kernel enforces the limit.
  virtual std::optional<std::chrono::milliseconds> watch_interval() const { return std::nullopt; }
  virtual bool exceeds_memory(pid_t /*init*/) { return false; }
};

// Created by the warden, from its own process: v1 moves it in. `name` is the directory's. Throw SetupError.
std::unique_ptr<Cgroup> make_cgroup_v2(const std::string& name);
std::unique_ptr<Cgroup> make_cgroup_v1(const std::string& name);
std::unique_ptr<Cgroup> make_cgroup_none();
std::unique_ptr<Cgroup> make_cgroup(CgroupBackend backend, const std::string& name);

// Whether a jail could be limited by it here, by trying. v2 moves this process into a leaf of its own when its cgroup
// must become an inner node. On failure the reason is in `why`.
bool try_cgroup_v2(std::string& why);
bool try_cgroup_v1(std::string& why);

// leap-PID-LABEL[-N]: the name says whose it is, so that a later warden can remove what a killed one left.
std::string cgroup_name(pid_t warden, const std::string& label);

// Removes directories of wardens that are gone.
void sweep_stale_cgroups(const std::filesystem::path& parent);

}  // namespace leap::jail
