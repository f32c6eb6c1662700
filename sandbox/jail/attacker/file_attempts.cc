// Attempts on files, devices and mounts.
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cstring>

#include "sandbox/jail/attacker/attempt.h"

namespace leap::jail::attacker {

namespace {

constexpr const char* kSelf = "/leap-probe";
constexpr const char* kWritable[] = {"/w", "/tmp"};

void open_all(Outcome& outcome, std::initializer_list<const char*> paths, int flags) {
  for (const char* path : paths) outcome.must_fail(::open(path, flags | O_CLOEXEC, 0600), path);
}

void read_host_files(Outcome& outcome, const char*) {
  open_all(outcome,
           {"/etc/passwd", "/etc/shadow", "/etc/hostname", "/root", "/home", "/../../etc/passwd", "/var/log", "/boot",
            "/run", "/usr/lib/x86_64-linux-gnu/../../../etc/passwd", "/proc/1/root/etc/passwd"},
           O_RDONLY);
}

void see_processes(Outcome& outcome, const char*) {
  open_all(outcome,
           {"/proc/1/environ", "/proc/self/mem", "/proc/self/environ", "/proc/sys/kernel/hostname", "/sys/kernel"},
           O_RDONLY);
  outcome.must_fail(::access("/proc/version", F_OK), "/proc/version");
}

void write_system(Outcome& outcome, const char*) {
  open_all(outcome, {"/new", "/usr/lib/x86_64-linux-gnu/new", "/etc/new", "/in/new", "/dev/new", "/etc/ld.so.preload"},
           O_WRONLY | O_CREAT);
  open_all(outcome, {"/etc/ld.so.cache", "/usr/lib/x86_64-linux-gnu/libc.so.6", kSelf}, O_WRONLY);
  outcome.must_fail(::mkdir("/new-directory", 0700), "mkdir /");
  outcome.must_fail(::unlink("/etc/ld.so.cache"), "unlink /etc/ld.so.cache");
  outcome.must_fail(::rename("/etc", "/etc2"), "rename /etc");
  outcome.must_fail(::chmod("/usr/lib/x86_64-linux-gnu", 0777), "chmod /usr/lib");
}

void open_devices(Outcome& outcome, const char*) {
  open_all(outcome,
           {"/dev/mem", "/dev/kmsg", "/dev/tty", "/dev/console", "/dev/sda", "/dev/vda", "/dev/fuse", "/dev/kvm",
            "/dev/net/tun", "/dev/shm", "/dev/ptmx", "/dev/zero", "/dev/nvidiactl"},
           O_RDONLY);
}

void mount_things(Outcome& outcome, const char*) {
  for (const char* place : {"/", "/w", "/dev"}) {
    outcome.must_fail(::mount("none", place, "tmpfs", 0, nullptr), std::string("mount tmpfs ") + place);
    outcome.must_fail(::mount(nullptr, place, nullptr, MS_REMOUNT | MS_BIND, nullptr), std::string("remount ") + place);
    outcome.must_fail(::umount2(place, MNT_DETACH), std::string("umount ") + place);
  }
  outcome.must_fail(::mount("proc", "/w", "proc", 0, nullptr), "mount proc");
}

void new_mount_api(Outcome& outcome, const char*) {
  outcome.must_fail(::open_tree(AT_FDCWD, "/", OPEN_TREE_CLONE | AT_RECURSIVE), "open_tree");
  outcome.must_fail(::fsopen("tmpfs", 0), "fsopen");
  outcome.must_fail(::move_mount(AT_FDCWD, "/w", AT_FDCWD, "/dev", 0), "move_mount");
  ::mount_attr writable{};
  writable.attr_clr = MOUNT_ATTR_RDONLY;
  outcome.must_fail(::mount_setattr(AT_FDCWD, "/", 0, &writable, sizeof writable), "mount_setattr");
}

void change_root(Outcome& outcome, const char*) {
  outcome.must_fail(::chroot("/w"), "chroot");
  outcome.must_fail(::syscall(SYS_pivot_root, "/w", "/w"), "pivot_root");
}

// A copy of this program: under a name in a writable directory, or in memory.
bool copy_self(int to) {
  const int from = ::open(kSelf, O_RDONLY | O_CLOEXEC);
  char part[65536];
  ssize_t got = 0;
  while (from >= 0 && (got = ::read(from, part, sizeof part)) > 0) {
    if (::write(to, part, static_cast<std::size_t>(got)) != got) return false;
  }
  return from >= 0 && got == 0;
}

// Exec does not come back: the new program says so with the exit status of an escape.
const char* const kEscapedArguments[] = {kSelf, "escaped", nullptr};
const char* const kNoEnvironment[] = {nullptr};

void memfd_exec(Outcome& outcome, const char*) {
  const int memory = static_cast<int>(::syscall(SYS_memfd_create, "x", 0));
  if (memory < 0 || !copy_self(memory)) return;
  outcome.must_fail(::syscall(SYS_execveat, memory, "", kEscapedArguments, kNoEnvironment, AT_EMPTY_PATH), "execveat");
}

void exec_written(Outcome& outcome, const char*) {
  for (const char* directory : kWritable) {
    const std::string path = std::string(directory) + "/copy";
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT, 0700);
    if (file < 0) continue;
    const bool copied = copy_self(file);
    ::close(file);
    if (copied) {
      outcome.must_fail(
          ::execve(path.c_str(), const_cast<char**>(kEscapedArguments), const_cast<char**>(kNoEnvironment)), path);
    }
  }
}

void make_nodes(Outcome& outcome, const char*) {
  for (const char* directory : kWritable) {
    const std::string path = std::string(directory) + "/node";
    outcome.must_fail(::mknod(path.c_str(), S_IFCHR | 0600, makedev(1, 1)), "device " + path);
    outcome.must_fail(::mknod(path.c_str(), S_IFBLK | 0600, makedev(8, 0)), "block device " + path);
    outcome.must_fail(::mknod(path.c_str(), S_IFIFO | 0600, 0), "FIFO " + path);
  }
}

void inherited_descriptors(Outcome& outcome, const char*) {
  for (int fd = 3; fd < 4096; ++fd) outcome.must_fail(::fcntl(fd, F_GETFD), "descriptor " + std::to_string(fd));
}

void push_input(Outcome& outcome, const char*) {
  char byte = 'x';
  for (int fd = 0; fd < 3; ++fd) outcome.must_fail(::ioctl(fd, TIOCSTI, &byte), "TIOCSTI");
  outcome.must_fail(::open("/dev/tty", O_RDWR | O_CLOEXEC), "/dev/tty");
}

void file_handles(Outcome& outcome, const char*) {
  struct {
    file_handle head;
    unsigned char bytes[MAX_HANDLE_SZ];
  } handle{};
  handle.head.handle_bytes = 8;
  handle.head.handle_type = 1;
  handle.bytes[0] = 2;  // the root inode of ext4
  const int root = ::open("/usr/lib/x86_64-linux-gnu", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  outcome.must_fail(::open_by_handle_at(root, &handle.head, O_RDONLY), "open_by_handle_at");
}

void lock_shared_files(Outcome& outcome, const char*) {
  const int file = ::open("/etc/ld.so.cache", O_RDONLY | O_CLOEXEC);
  outcome.must_fail(::flock(file, LOCK_SH | LOCK_NB), "flock");
  outcome.must_fail(::fcntl(file, F_SETLEASE, F_RDLCK), "lease");
}

constexpr struct {
  const char* name;
  Function function;
} kTable[] = {
    {"read-host-files", read_host_files},
    {"see-processes", see_processes},
    {"write-system", write_system},
    {"open-devices", open_devices},
    {"mount", mount_things},
    {"new-mount-api", new_mount_api},
    {"change-root", change_root},
    {"memfd-exec", memfd_exec},
    {"exec-written", exec_written},
    {"make-nodes", make_nodes},
    {"inherited-descriptors", inherited_descriptors},
    {"push-input", push_input},
    {"file-handles", file_handles},
    {"lock-shared-files", lock_shared_files},
};

}  // namespace

Function find_file_attempt(const std::string& name) {
  for (const auto& entry : kTable) {
    if (name == entry.name) return entry.function;
  }
  return nullptr;
}

}  // namespace leap::jail::attacker
