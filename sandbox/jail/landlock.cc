#include "sandbox/jail/landlock.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "sandbox/jail/setup_error.h"

namespace leap::jail::landlock {

namespace {

// Debian 12's headers stop at ABI 2, so the interface is spelled out here (include/uapi/linux/landlock.h, Linux 6.12).
struct RulesetAttributes {
  std::uint64_t handled_fs;
  std::uint64_t handled_net;  // ABI 4
  std::uint64_t scoped;       // ABI 6
};
struct [[gnu::packed]] PathBeneath {
  std::uint64_t allowed;
  std::int32_t parent_fd;
};
constexpr int kRulePathBeneath = 1;
constexpr unsigned kVersion = 1;

namespace fs {
constexpr std::uint64_t execute = 1u << 0, write_file = 1u << 1, read_file = 1u << 2, read_dir = 1u << 3,
                        remove_dir = 1u << 4, remove_file = 1u << 5, make_dir = 1u << 7, make_regular = 1u << 8,
                        make_symlink = 1u << 12, refer = 1u << 13, truncate = 1u << 14, ioctl_device = 1u << 15;
constexpr std::uint64_t first_abi = (1u << 13) - 1;
// No devices, sockets or FIFOs: what is collected afterwards must be able to rely on plain files.
constexpr std::uint64_t change_directory =
    write_file | remove_dir | remove_file | make_dir | make_regular | make_symlink | refer | truncate;
constexpr std::uint64_t file_only = execute | write_file | read_file | truncate | ioctl_device;
}  // namespace fs

std::uint64_t handled_fs(int abi) {
  std::uint64_t handled = fs::first_abi;
  if (abi >= 2) handled |= fs::refer;
  if (abi >= 3) handled |= fs::truncate;
  if (abi >= 5) handled |= fs::ioctl_device;
  return handled;
}

Fd create(int abi) {
  RulesetAttributes attributes{handled_fs(abi), 0, 0};
  std::size_t size = sizeof attributes.handled_fs;
  if (abi >= 4) {
    attributes.handled_net = 0b11;  // bind and connect TCP
    size = offsetof(RulesetAttributes, scoped);
  }
  if (abi >= 6) {
    attributes.scoped = 0b11;  // abstract unix sockets and signals
    size = sizeof attributes;
  }
  Fd ruleset(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, size, 0)));
  if (!ruleset) throw SetupError("landlock ruleset");
  return ruleset;
}

void allow(const Fd& ruleset, const Fd& place, std::uint64_t access, const std::string& what) {
  const PathBeneath rule{access, place.get()};
  if (::syscall(SYS_landlock_add_rule, ruleset.get(), kRulePathBeneath, &rule, 0) != 0) {
    throw SetupError("landlock rule " + what);
  }
}

bool is_directory(const Fd& place) {
  struct stat status {};
  return ::fstat(place.get(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::uint64_t wanted(const MountRule& rule) {
  std::uint64_t access = 0;
  if (rule.executable) access |= fs::execute;
  if (rule.kind == MountRule::Kind::device) access |= fs::read_file | fs::write_file | fs::ioctl_device;
  if (rule.writable) access |= fs::change_directory;
  return access;
}

}  // namespace

int abi() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kVersion);
  return version < 0 ? 0 : static_cast<int>(version);
}

Fd make_ruleset(int abi, const Order& order, const mounts::Tree& tree) {
  if (abi == 0) return Fd();
  const std::uint64_t handled = handled_fs(abi);
  Fd ruleset = create(abi);
  // One rule for reading: the tree holds nothing that the payload may not read, by construction of the mounts.
  allow(ruleset, tree.root, fs::read_file | fs::read_dir, "/");
  for (std::size_t i = 0; i < order.mounts.size(); ++i) {
    std::uint64_t access = wanted(order.mounts[i]) & handled;
    if (!tree.mounted[i] || access == 0) continue;
    if (!is_directory(tree.mounted[i])) access &= fs::file_only;
    allow(ruleset, tree.mounted[i], access, order.mounts[i].target);
  }
  return ruleset;
}

void restrict_self(const Fd& ruleset) {
  if (!ruleset) return;
  check(static_cast<int>(::syscall(SYS_landlock_restrict_self, ruleset.get(), 0)), "landlock");
}

}  // namespace leap::jail::landlock
