// Cgroup v1: the memory and pids controllers, each perhaps in a hierarchy of its own.
//
// v1 cannot clone into a cgroup, and moving a process costs milliseconds (an RCU grace period). So the warden itself
// moves in, once, and its jails are born there; limits are written anew for each, counters are read as differences.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "sandbox/jail/cgroup.h"
#include "sandbox/jail/cgroup_paths.h"
#include "sandbox/jail/setup_error.h"

namespace leap::jail {

namespace {

using std::filesystem::path;

constexpr std::uint64_t kOurTasks = 2;  // the warden and the jail's init

// One of our directories in one hierarchy, with this process in it. Leaves and removes it in the end.
class Membership {
 public:
  Membership(const path& parent, const std::string& name) : parent_(parent), directory_(parent / name) {
    if (::mkdir(directory_.c_str(), 0755) != 0 && errno != EEXIST) throw SetupError("cgroup mkdir");
    if (!cgroup_paths::write(directory_ / "cgroup.procs", "0")) {
      const int error = errno;
      ::rmdir(directory_.c_str());
      throw SetupError("cgroup.procs", error);
    }
  }
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;
  ~Membership() {
    cgroup_paths::write(parent_ / "cgroup.procs", "0");
    // A jail's last processes count until the kernel has freed them, a moment after they were reaped.
    for (int attempt = 0; attempt < 100 && ::rmdir(directory_.c_str()) != 0 && errno == EBUSY; ++attempt) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  const path& directory() const { return directory_; }

 private:
  path parent_;
  path directory_;
};

// A counter or switch that is used for every jail, held open.
class File {
 public:
  explicit File(const path& file) : fd_(::open(file.c_str(), O_RDWR | O_CLOEXEC)) {
    if (!fd_) fd_.reset(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd_) throw SetupError("cgroup " + file.filename().string());
  }
  std::string read() const {
    char text[512];
    const ssize_t got = ::pread(fd_.get(), text, sizeof text, 0);
    return std::string(text, static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  }
  bool write(const std::string& text) const {
    return ::pwrite(fd_.get(), text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
  }

 private:
  Fd fd_;
};

path own_or_throw(std::string_view controller) {
  const auto directory = cgroup_paths::own(controller);
  if (!directory) throw SetupError("cgroup v1 " + std::string(controller), ENOENT);
  return *directory;
}

class CgroupV1 final : public Cgroup {
 public:
  // Both hierarchies are looked up before the first move changes the answer (they may be one).
  CgroupV1(const path& memory, const path& pids, const std::string& name)
      : memory_(memory, name),
        pids_(pids, name),
        memory_limit_(memory_.directory() / "memory.limit_in_bytes"),
        usage_(memory_.directory() / "memory.usage_in_bytes"),
        peak_(memory_.directory() / "memory.max_usage_in_bytes"),
        oom_(memory_.directory() / "memory.oom_control"),
        pids_max_(pids_.directory() / "pids.max"),
        pids_events_(pids_.directory() / "pids.events") {}

  CgroupBackend backend() const override { return CgroupBackend::v1; }

  int prepare(const Limits& limits) override {
    if (limits.memory_bytes != memory_now_) set_memory(limits.memory_bytes);
    if (limits.processes != processes_now_) set_processes(limits.processes);
    peak_.write("0");
    before_bytes_ = cgroup_paths::number(usage_.read());
    before_kills_ = kills();
    before_refused_ = refused();
    return -1;
  }

  Usage finish(std::uint64_t) override {
    const std::uint64_t peak = cgroup_paths::number(peak_.read());
    // What the warden and earlier jails' cached files occupy is not this jail's.
    return {kills() > before_kills_, refused() > before_refused_, peak - std::min(peak, before_bytes_)};
  }

 private:
  std::uint64_t kills() const { return cgroup_paths::value_of(oom_.read(), "oom_kill"); }
  std::uint64_t refused() const { return cgroup_paths::value_of(pids_events_.read(), "max"); }

  void set_memory(std::uint64_t bytes) {
    const path swap = memory_.directory() / "memory.memsw.limit_in_bytes";  // absent without swap accounting
    const std::string text = std::to_string(bytes);
    cgroup_paths::write(swap, "-1");  // must never be below the memory limit, also on the way
    for (int attempt = 0; !memory_limit_.write(text); ++attempt) {
      // Pages of the last jail are still being freed.
      if (errno != EBUSY || attempt == 50) throw SetupError("memory.limit_in_bytes");
      cgroup_paths::write(memory_.directory() / "memory.force_empty", "0");
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (::access(swap.c_str(), F_OK) == 0 && !cgroup_paths::write(swap, text)) {
      throw SetupError("memory.memsw.limit_in_bytes");
    }
    memory_now_ = bytes;
  }

  void set_processes(std::uint64_t processes) {
    if (!pids_max_.write(std::to_string(processes + kOurTasks))) throw SetupError("pids.max");
    processes_now_ = processes;
  }

  Membership memory_;
  Membership pids_;
  File memory_limit_, usage_, peak_, oom_, pids_max_, pids_events_;
  std::uint64_t memory_now_ = 0;
  std::uint64_t processes_now_ = 0;
  std::uint64_t before_bytes_ = 0;
  std::uint64_t before_kills_ = 0;
  std::uint64_t before_refused_ = 0;
};

bool can_make_child(const path& parent, const char* limit, const char* value, std::string& why) {
  const path child = parent / cgroup_name(::getpid(), "probe");
  if (::mkdir(child.c_str(), 0755) != 0) {
    why = "cannot make a cgroup in " + parent.string() + ": " + std::strerror(errno);
    return false;
  }
  const bool works = cgroup_paths::write(child / limit, value) && ::access((child / "cgroup.procs").c_str(), W_OK) == 0;
  if (!works) why = "cannot write " + (child / limit).string() + ": " + std::strerror(errno);
  ::rmdir(child.c_str());
  return works;
}

}  // namespace

bool try_cgroup_v1(std::string& why) {
  const auto memory = cgroup_paths::own("memory");
  const auto pids = cgroup_paths::own("pids");
  if (!memory || !pids) {
    why = "the v1 controllers memory and pids are not mounted";
    return false;
  }
  return can_make_child(*memory, "memory.limit_in_bytes", "1000000", why) &&
         can_make_child(*pids, "pids.max", "8", why);
}

std::unique_ptr<Cgroup> make_cgroup_v1(const std::string& name) {
  const path memory = own_or_throw("memory");
  const path pids = own_or_throw("pids");
  sweep_stale_cgroups(memory);
  sweep_stale_cgroups(pids);
  return std::make_unique<CgroupV1>(memory, pids, name);
}

}  // namespace leap::jail
