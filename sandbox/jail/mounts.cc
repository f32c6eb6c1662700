#include "sandbox/jail/mounts.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "sandbox/jail/setup_error.h"
#include "sandbox/jail/syscalls.h"

namespace leap::jail::mounts {

namespace {

using Kind = MountRule::Kind;

// Holds directories, links and the policies' constant files only.
constexpr const char* kRootOptions[][2] = {{"size", "256k"}, {"nr_inodes", "512"}, {"mode", "0755"}};

// Paths in the jail are used relative to the working directory, which is the new root while it is being built.
std::string relative(const std::string& target) { return target.substr(1); }

// Makes the directories above files and mount points, each once.
class Directories {
 public:
  void make_parents(const std::string& target) { make_up_to(target, target.rfind('/')); }
  void make(const std::string& target) { make_up_to(target, target.size()); }

 private:
  void make_up_to(const std::string& target, std::size_t end) {
    for (std::size_t slash = target.find('/', 1); slash < end; slash = target.find('/', slash + 1)) {
      make_one(target.substr(0, slash));
    }
    if (end > 1) make_one(target.substr(0, end));
  }
  void make_one(const std::string& path) {
    if (!made_.insert(path).second) return;
    if (::mkdir(path.c_str() + 1, 0755) != 0 && errno != EEXIST) throw SetupError("mkdir " + path);
  }
  std::set<std::string> made_;
};

Fd make_root() {
  // A mount that is made detached and put on "/" needs no mount point of its own, and its descriptor reaches it
  // although the path "/" still means the old root.
  const Fd context(check(::fsopen("tmpfs", FSOPEN_CLOEXEC), "fsopen tmpfs"));
  for (const auto& [key, value] : kRootOptions) {
    check(::fsconfig(context.get(), FSCONFIG_SET_STRING, key, value, 0), "fsconfig root");
  }
  check(::fsconfig(context.get(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0), "fsconfig root");
  Fd root(check(::fsmount(context.get(), FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC),
                "fsmount root"));
  check(::move_mount(root.get(), "", AT_FDCWD, "/", MOVE_MOUNT_F_EMPTY_PATH), "mount root");
  check(::fchdir(root.get()), "chdir root");
  return root;
}

void write_whole(int fd, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(fd, text.data(), text.size());
    if (wrote < 0) throw SetupError("write " + path);
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

Fd create_file(const std::string& path, unsigned mode) {
  Fd file(::open(relative(path).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file || ::fchmod(file.get(), mode) != 0) throw SetupError("create " + path);
  return file;
}

Fd attach_bind(const MountRule& rule, Source source, Directories& directories) {
  if (source.directory) {
    directories.make(rule.target);
  } else {
    directories.make_parents(rule.target);
    const Fd mount_point(::open(relative(rule.target).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0444));
    // A file below a read-only bind exists there or the bind cannot be made; move_mount says which.
  }
  ::mount_attr attributes{};
  attributes.attr_set = MOUNT_ATTR_NOSUID;
  if (rule.kind == Kind::read_only_bind) attributes.attr_set |= MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV;
  if (!rule.executable) attributes.attr_set |= MOUNT_ATTR_NOEXEC;
  // The copy belongs to the original's group of shared mounts until it is told otherwise.
  attributes.propagation = MS_PRIVATE;
  // Recursive: a file system mounted below the source comes along, under the same rules.
  if (::mount_setattr(source.tree.get(), "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes, sizeof attributes) != 0 ||
      ::move_mount(source.tree.get(), "", AT_FDCWD, relative(rule.target).c_str(), MOVE_MOUNT_F_EMPTY_PATH) != 0) {
    throw SetupError("mount " + rule.target);
  }
  return std::move(source.tree);
}

Fd mount_temporary(const MountRule& rule, Directories& directories) {
  directories.make(rule.target);
  const std::string options =
      "mode=0755,size=" + std::to_string(rule.size_bytes) + ",nr_inodes=" + std::to_string(rule.inodes);
  const unsigned long flags = MS_NOSUID | MS_NODEV | (rule.executable ? 0 : MS_NOEXEC);
  if (::mount("tmpfs", relative(rule.target).c_str(), "tmpfs", flags, options.c_str()) != 0) {
    throw SetupError("mount " + rule.target);
  }
  if (!rule.writable) return Fd();
  Fd mounted(::open(relative(rule.target).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!mounted) throw SetupError("open " + rule.target);
  return mounted;
}

Fd apply(const MountRule& rule, Source source, Directories& directories) {
  switch (rule.kind) {
    case Kind::read_only_bind:
    case Kind::device:
      return source.tree ? attach_bind(rule, std::move(source), directories) : Fd();
    case Kind::temporary:
      return mount_temporary(rule, directories);
    case Kind::symbolic_link:
      directories.make_parents(rule.target);
      if (::symlink(rule.source.c_str(), relative(rule.target).c_str()) != 0)
        throw SetupError("symlink " + rule.target);
      return Fd();
    case Kind::constant_file:
      directories.make_parents(rule.target);
      write_whole(create_file(rule.target, 0444).get(), rule.source, rule.target);
      return Fd();
  }
  throw SetupError("mount " + rule.target, EINVAL);
}

void place(const Order::Placed& file, Directories& directories) {
  directories.make_parents(file.path);
  const Fd copy = create_file(file.path, file.mode);
  off_t offset = 0;
  for (;;) {
    const ssize_t sent = ::sendfile(copy.get(), file.content.get(), &offset, 1 << 30);
    if (sent < 0) throw SetupError("place " + file.path);
    if (sent == 0) return;
  }
}

void make_read_only(int directory, const std::string& path, const std::string& target) {
  ::mount_attr attributes{};
  attributes.attr_set = MOUNT_ATTR_RDONLY;
  if (::mount_setattr(directory, path.c_str(), path.empty() ? AT_EMPTY_PATH : 0, &attributes, sizeof attributes) != 0) {
    throw SetupError("read-only " + target);
  }
}

}  // namespace

std::vector<Source> open_sources(const std::vector<MountRule>& rules) {
  std::vector<Source> sources(rules.size());
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const MountRule& rule = rules[i];
    if (rule.kind != Kind::read_only_bind && rule.kind != Kind::device) continue;
    sources[i].tree.reset(
        ::open_tree(AT_FDCWD, rule.source.c_str(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE));
    if (!sources[i].tree) {
      if (rule.optional && (errno == ENOENT || errno == ENOTDIR)) continue;
      throw SetupError("open " + rule.source);
    }
    struct stat status {};
    if (::fstat(sources[i].tree.get(), &status) != 0) throw SetupError("stat " + rule.source);
    sources[i].directory = S_ISDIR(status.st_mode);
  }
  return sources;
}

Tree build(const Order& order, std::vector<Source> sources) {
  // Nothing that is mounted here may reach the host's mount tables, nor the other way round.
  check(::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr), "private mounts");
  Tree tree;
  tree.root = make_root();
  Directories directories;
  for (std::size_t i = 0; i < order.mounts.size(); ++i) {
    tree.mounted.push_back(apply(order.mounts[i], std::move(sources[i]), directories));
  }
  for (const Order::Placed& file : order.placed) place(file, directories);
  // Last, because mount points and placed files had to be made first.
  for (const MountRule& rule : order.mounts) {
    if (rule.kind == Kind::temporary && !rule.writable) make_read_only(AT_FDCWD, relative(rule.target), rule.target);
  }
  make_read_only(tree.root.get(), "", "/");
  return tree;
}

void forget_host() {
  // With the same directory for both, the old root ends up stacked on the new one and needs no directory to hang on.
  check(sys::pivot_root(".", "."), "pivot_root");
  check(::umount2(".", MNT_DETACH), "umount host");
  check(::chdir("/"), "chdir /");
}

}  // namespace leap::jail::mounts
