#include "tests/bench/bubblewrap.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>

extern char** environ;

namespace leap::bench {

namespace {

constexpr const char* kProgram = "/usr/bin/bwrap";
constexpr int kFirstContentFd = 50;  // above the numbers that a payload is given

Fd inheritable_memory(const std::string& content) {
  const Fd memory(::memfd_create("bench-content", MFD_CLOEXEC));
  if (::write(memory.get(), content.data(), content.size()) != static_cast<ssize_t>(content.size())) {
    throw std::system_error(errno, std::generic_category(), "memfd");
  }
  return Fd(::fcntl(memory.get(), F_DUPFD, kFirstContentFd));
}

}  // namespace

void spawn_and_wait(const std::vector<std::string>& argv, int fd, int fd_there) {
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, fd, fd_there);
  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, words[0], &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::system_error(error, std::generic_category(), argv[0]);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0) throw std::runtime_error(argv[0] + " ended with wait status " + std::to_string(status));
}

bool Bubblewrap::installed() { return ::access(kProgram, X_OK) == 0; }

Bubblewrap::Bubblewrap(const jail::Policy& policy, const std::string& payload) {
  add({kProgram, "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"});
  for (const auto& [name, value] : policy.environment) add({"--setenv", name, value});
  for (const jail::MountRule& mount : policy.mounts) add_mount(mount);
  add({payload});
}

void Bubblewrap::add_mount(const jail::MountRule& mount) {
  using Kind = jail::MountRule::Kind;
  switch (mount.kind) {
    case Kind::read_only_bind:
      return add({mount.optional ? "--ro-bind-try" : "--ro-bind", mount.source, mount.target});
    case Kind::temporary:
      return add({"--size", std::to_string(mount.size_bytes), "--tmpfs", mount.target});
    case Kind::symbolic_link:
      return add({"--symlink", mount.source, mount.target});
    case Kind::device:
      return add({"--dev-bind", mount.source, mount.target});
    case Kind::constant_file:
      contents_.push_back(inheritable_memory(mount.source));
      return add({"--ro-bind-data", std::to_string(contents_.back().get()), mount.target});
  }
}

void Bubblewrap::run(int fd, int fd_there) {
  for (const Fd& content : contents_) ::lseek(content.get(), 0, SEEK_SET);
  spawn_and_wait(command_, fd, fd_there);
}

}  // namespace leap::bench
