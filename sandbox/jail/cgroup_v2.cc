// Cgroup v2: a new leaf for every jail, which is born in it (CLONE_INTO_CGROUP costs nothing; a move costs
// milliseconds).
//
// The kernel wants processes in leaves only. So the cgroup that we were started in becomes an inner node: this process
// moves to its child "supervisor", and jails get children beside it. Needs a delegated subtree (systemd:
// Delegate=memory pids).
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <thread>

#include "sandbox/jail/cgroup.h"
#include "sandbox/jail/cgroup_paths.h"
#include "sandbox/jail/setup_error.h"

namespace leap::jail {

namespace {

using std::filesystem::path;

constexpr const char* kSupervisor = "supervisor";
constexpr std::uint64_t kOurTasks = 1;  // the jail's init

// Words of a controllers file.
bool has_word(const std::string& text, const std::string& word) {
  return (" " + text.substr(0, text.find('\n')) + " ").find(" " + word + " ") != std::string::npos;
}

// Makes `node` give its children the controllers. An inner node cannot hold processes: when that is what is in the way,
// and the only process is this one, it moves down first.
bool enable_controllers(const path& node, std::string& why) {
  const path control = node / "cgroup.subtree_control";
  const std::string enabled = cgroup_paths::read(control);
  if (has_word(enabled, "memory") && has_word(enabled, "pids")) return true;
  const std::string offered = cgroup_paths::read(node / "cgroup.controllers");
  if (!has_word(offered, "memory") || !has_word(offered, "pids")) {
    why = node.string() + " has no memory and pids controllers to give";
    return false;
  }
  if (cgroup_paths::write(control, "+memory +pids")) return true;
  if (errno == EBUSY) {
    ::mkdir((node / kSupervisor).c_str(), 0755);
    if (cgroup_paths::write(node / kSupervisor / "cgroup.procs", "0") &&
        cgroup_paths::write(control, "+memory +pids")) {
      return true;
    }
  }
  why = "cannot enable controllers in " + node.string() + ": " + std::strerror(errno);
  return false;
}

// The node whose children our jails are.
std::optional<path> inner_node() {
  std::optional<path> own = cgroup_paths::own("");
  if (own && own->filename() == kSupervisor) return own->parent_path();
  return own;
}

void set(const path& file, const std::string& text) {
  if (!cgroup_paths::write(file, text)) throw SetupError(file.filename().string());
}

// A leaf, removed with everything in it.
class Leaf {
 public:
  explicit Leaf(path directory) : directory_(std::move(directory)) {
    if (::mkdir(directory_.c_str(), 0755) != 0) throw SetupError("cgroup mkdir");
    fd_.reset(::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  Leaf(const Leaf&) = delete;
  Leaf& operator=(const Leaf&) = delete;
  ~Leaf() {
    for (int attempt = 0; attempt < 100 && ::rmdir(directory_.c_str()) != 0 && errno == EBUSY; ++attempt) {
      cgroup_paths::write(directory_ / "cgroup.kill", "1");
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  const path& directory() const { return directory_; }
  int fd() const { return fd_.get(); }

 private:
  path directory_;
  Fd fd_;
};

class CgroupV2 final : public Cgroup {
 public:
  CgroupV2(path node, std::string name) : node_(std::move(node)), name_(std::move(name)) {}

  CgroupBackend backend() const override { return CgroupBackend::v2; }

  int prepare(const Limits& limits) override {
    leaf_.emplace(node_ / (name_ + "-" + std::to_string(++count_)));
    const path& leaf = leaf_->directory();
    set(leaf / "memory.max", std::to_string(limits.memory_bytes));
    // Absent when the kernel does no swap accounting; then there is no swap to keep out of either, or `leap check` says
    // so.
    if (::access((leaf / "memory.swap.max").c_str(), F_OK) == 0) set(leaf / "memory.swap.max", "0");
    set(leaf / "memory.oom.group", "0");  // the init must outlive the payload to tell how it ended
    set(leaf / "pids.max", std::to_string(limits.processes + kOurTasks));
    return leaf_->fd();
  }

  Usage finish(std::uint64_t) override {
    if (!leaf_) return {};
    const path& leaf = leaf_->directory();
    Usage usage;
    usage.memory_limit = cgroup_paths::value_of(cgroup_paths::read(leaf / "memory.events"), "oom_kill") > 0;
    usage.process_limit = cgroup_paths::value_of(cgroup_paths::read(leaf / "pids.events"), "max") > 0;
    usage.peak_memory_bytes = cgroup_paths::number(cgroup_paths::read(leaf / "memory.peak"));  // Linux 5.19
    leaf_.reset();
    return usage;
  }

 private:
  path node_;
  std::string name_;
  unsigned count_ = 0;
  std::optional<Leaf> leaf_;
};

}  // namespace

bool try_cgroup_v2(std::string& why) {
  const auto node = inner_node();
  if (!node) {
    why = "cgroup v2 is not mounted";
    return false;
  }
  if (!enable_controllers(*node, why)) return false;
  const path child = *node / cgroup_name(::getpid(), "probe");
  if (::mkdir(child.c_str(), 0755) != 0) {
    why = "cannot make a cgroup in " + node->string() + ": " + std::strerror(errno);
    return false;
  }
  const bool works =
      cgroup_paths::write(child / "memory.max", "1000000000") && cgroup_paths::write(child / "pids.max", "8");
  if (!works) why = "cannot write limits in " + child.string() + ": " + std::strerror(errno);
  ::rmdir(child.c_str());
  return works;
}

std::unique_ptr<Cgroup> make_cgroup_v2(const std::string& name) {
  const auto node = inner_node();
  std::string why;
  if (!node || !enable_controllers(*node, why)) throw SetupError("cgroup v2: " + why, ENOTSUP);
  sweep_stale_cgroups(*node);
  return std::make_unique<CgroupV2>(*node, name);
}

}  // namespace leap::jail
