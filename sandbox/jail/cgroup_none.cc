// Without a cgroup: the payload's own limits (limits.cc) and a look at the resident set of the jail every 20 ms.
// Degraded: a jail can go over its memory for as long as the interval, and memory that nobody maps is not seen.
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "sandbox/jail/cgroup.h"
#include "sandbox/jail/cgroup_paths.h"

namespace leap::jail {

namespace {

constexpr std::chrono::milliseconds kInterval{20};

std::vector<std::uint64_t> numbers(const std::string& text) {
  std::vector<std::uint64_t> result;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    std::uint64_t value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error == std::errc()) result.push_back(value);
    at = std::max(next, at + 1);
  }
  return result;
}

// /proc/PID/statm: size, resident, shared, ... in pages.
struct Resident {
  std::uint64_t own_pages = 0;
  std::uint64_t shared_pages = 0;
};

Resident resident_of(const std::string& process) {
  const std::vector<std::uint64_t> fields = numbers(cgroup_paths::read(process + "/statm"));
  if (fields.size() < 3) return {};
  return {fields[1] - std::min(fields[1], fields[2]), fields[2]};
}

std::vector<pid_t> children_of(const std::string& process) {
  std::vector<pid_t> result;
  std::error_code ignored;
  for (const auto& task : std::filesystem::directory_iterator(process + "/task", ignored)) {
    for (const std::uint64_t pid : numbers(cgroup_paths::read(task.path() / "children"))) {
      result.push_back(static_cast<pid_t>(pid));
    }
  }
  return result;
}

class CgroupNone final : public Cgroup {
 public:
  CgroupBackend backend() const override { return CgroupBackend::none; }

  int prepare(const Limits& limits) override {
    limit_bytes_ = limits.memory_bytes;
    usage_ = {};
    return -1;
  }

  // A payload that is fast enough meets the limit on its address space before anybody looked at it.
  Usage finish(std::uint64_t largest_resident_bytes) override {
    note(largest_resident_bytes);
    return usage_;
  }

  std::optional<std::chrono::milliseconds> watch_interval() const override { return kInterval; }

  bool exceeds_memory(pid_t init) override {
    note(resident_bytes(init));
    return usage_.memory_limit;
  }

 private:
  void note(std::uint64_t bytes) {
    usage_.peak_memory_bytes = std::max(usage_.peak_memory_bytes, bytes);
    usage_.memory_limit = usage_.memory_limit || bytes > limit_bytes_;
  }

  // Shared pages (libraries, memfds) are counted once: those of the process that has most. The init is ours and left
  // out.
  std::uint64_t resident_bytes(pid_t init) const {
    std::uint64_t own = 0;
    std::uint64_t shared = 0;
    std::vector<pid_t> pending = children_of("/proc/" + std::to_string(init));
    while (!pending.empty()) {
      const std::string process = "/proc/" + std::to_string(pending.back());
      pending.pop_back();
      const Resident resident = resident_of(process);
      own += resident.own_pages;
      shared = std::max(shared, resident.shared_pages);
      for (const pid_t child : children_of(process)) pending.push_back(child);
    }
    return (own + shared) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  }

  std::uint64_t limit_bytes_ = 0;
  Usage usage_;
};

}  // namespace

std::unique_ptr<Cgroup> make_cgroup_none() { return std::make_unique<CgroupNone>(); }

}  // namespace leap::jail
