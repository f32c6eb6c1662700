// What a payload may do, well or badly, that is not an attack: for the tests of the jail.
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include "sandbox/jail/attacker/attempt.h"

extern char** environ;

namespace leap::jail::attacker {

namespace {

using Arguments = char**;

constexpr std::size_t kMiB = std::size_t{1} << 20;

int exit_with(Arguments a) { return std::atoi(a[0]); }
int abort_now(Arguments) { std::abort(); }

int bad_access(Arguments) {
  char* const guarded = static_cast<char*>(::mmap(nullptr, kMiB, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  *guarded = 1;
  return 0;
}

int print(Arguments a) {
  std::puts(a[0]);
  return 0;
}

int show_file(Arguments a) {
  const int file = ::open(a[0], O_RDONLY);
  if (file < 0) return errno;
  char part[4096];
  for (ssize_t got; (got = ::read(file, part, sizeof part)) > 0;) {
    if (::write(1, part, static_cast<std::size_t>(got)) < 0) return 1;
  }
  return 0;
}

int write_file(Arguments a) {
  const int file = ::open(a[0], O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0) return errno;
  return ::write(file, a[1], std::strlen(a[1])) < 0 ? errno : 0;
}

// Reports errno of each step as the exit status: 0 when the kernel allowed it.
int make_symlink(Arguments a) { return ::symlink(a[1], a[0]) == 0 ? 0 : errno; }
int make_hard_link(Arguments a) { return ::link(a[1], a[0]) == 0 ? 0 : errno; }
int make_fifo(Arguments a) { return ::mkfifo(a[0], 0600) == 0 ? 0 : errno; }
int make_directory(Arguments a) { return ::mkdir(a[0], 0700) == 0 ? 0 : errno; }

int make_sparse(Arguments a) {
  const int file = ::open(a[0], O_WRONLY | O_CREAT, 0600);
  return ::ftruncate(file, std::atoll(a[1])) == 0 ? 0 : errno;
}

int show_environment(Arguments) {
  for (char** entry = environ; *entry != nullptr; ++entry) std::puts(*entry);
  return 0;
}

int show_ids(Arguments) {
  char host[64] = {};
  ::gethostname(host, sizeof host);
  std::printf("pid=%d ppid=%d uid=%u euid=%u gid=%u session=%d host=%s\n", ::getpid(), ::getppid(), ::getuid(),
              ::geteuid(), ::getgid(), ::getsid(0), host);
  return 0;
}

// The descriptors that are open, with the first byte that each of those from 3 on yields.
int show_descriptors(Arguments) {
  for (int fd = 0; fd < 300; ++fd) {
    if (::fcntl(fd, F_GETFD) < 0) continue;
    char byte = '-';
    if (fd >= 3 && ::pread(fd, &byte, 1, 0) != 1) byte = '?';
    std::printf("%d%c ", fd, byte);
  }
  return 0;
}

int show_signals(Arguments) {
  sigset_t blocked;
  ::sigprocmask(SIG_SETMASK, nullptr, &blocked);
  for (int signal = 1; signal < 65; ++signal) {
    struct sigaction action {};
    if (::sigismember(&blocked, signal) == 1) std::printf("blocked %d ", signal);
    if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_DFL) std::printf("handled %d ", signal);
  }
  return 0;
}

int sleep_ms(Arguments a) {
  const long ms = std::atol(a[0]);
  const timespec pause{ms / 1000, ms % 1000 * 1'000'000};
  ::nanosleep(&pause, nullptr);
  return 0;
}

// Says "ready" so that a test knows that it runs, then never ends.
int hang(Arguments) {
  for (int signal = 1; signal < 32; ++signal) ::signal(signal, SIG_IGN);
  if (::write(1, "ready", 5) < 0) return 1;
  for (;;) ::pause();
}

int spin(Arguments) {
  static volatile unsigned long counter = 0;
  for (;;) counter = counter + 1;
}

int stop_self(Arguments) {
  ::raise(SIGSTOP);
  return 0;
}

// Forks until it may not; every child sleeps. Exit status: errno of the first refusal.
int fork_bomb(Arguments) {
  for (int made = 0; made < 100'000; ++made) {
    const pid_t child = ::fork();
    if (child < 0) return errno;
    if (child == 0) {
      for (;;) ::pause();
    }
  }
  return 0;
}

// A child of a child in its own session holds the standard output and lives on.
int leave_daemon(Arguments) {
  if (::fork() == 0) {
    ::setsid();
    if (::fork() == 0) {
      for (;;) ::pause();
    }
    ::_exit(0);
  }
  ::wait(nullptr);
  return 7;
}

int many_zombies(Arguments a) {
  for (int made = 0; made < std::atoi(a[0]); ++made) {
    const pid_t child = ::fork();
    if (child < 0) return errno;
    if (child == 0) {
      if (::fork() == 0) ::_exit(0);  // an orphan as soon as its parent is gone: the init must reap it
      ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
  }
  return 0;
}

int use_memory(Arguments a) {
  const std::size_t bytes = static_cast<std::size_t>(std::atol(a[0])) * kMiB;
  for (std::size_t used = 0; used < bytes; used += kMiB) {
    void* block = ::mmap(nullptr, kMiB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return errno;
    std::memset(block, 1, kMiB);
  }
  return 0;
}

int fill(int file, std::size_t bytes) {
  static char block[kMiB];
  std::memset(block, 1, sizeof block);
  for (std::size_t used = 0; used < bytes; used += kMiB) {
    if (::write(file, block, kMiB) != static_cast<ssize_t>(kMiB)) return errno == 0 ? ENOSPC : errno;
  }
  return 0;
}

int use_memfd(Arguments a) {
  const int memory = static_cast<int>(::syscall(SYS_memfd_create, "bomb", 0));
  return memory < 0 ? errno : fill(memory, static_cast<std::size_t>(std::atol(a[0])) * kMiB);
}

int fill_disk(Arguments a) {
  errno = 0;
  return fill(::open(a[0], O_WRONLY | O_CREAT, 0600), static_cast<std::size_t>(std::atol(a[1])) * kMiB);
}

int fill_inodes(Arguments a) {
  for (int made = 0; made < 100'000; ++made) {
    const int file = ::open((std::string(a[0]) + "/" + std::to_string(made)).c_str(), O_WRONLY | O_CREAT, 0600);
    if (file < 0) return errno;
    ::close(file);
  }
  return 0;
}

int use_stack(Arguments) {
  volatile char frame[4096];
  frame[0] = 1;
  static volatile bool forever = true;
  if (forever) use_stack(nullptr);
  return frame[0];
}

int use_cpu(Arguments) {
  ::signal(SIGXCPU, SIG_DFL);
  return spin(nullptr);
}

constexpr struct {
  const char* name;
  int arguments;
  int (*function)(Arguments);
} kTable[] = {
    {"exit", 1, exit_with},
    {"abort", 0, abort_now},
    {"segv", 0, bad_access},
    {"print", 1, print},
    {"cat", 1, show_file},
    {"write", 2, write_file},
    {"symlink", 2, make_symlink},
    {"link", 2, make_hard_link},
    {"fifo", 1, make_fifo},
    {"mkdir", 1, make_directory},
    {"sparse", 2, make_sparse},
    {"environment", 0, show_environment},
    {"ids", 0, show_ids},
    {"descriptors", 0, show_descriptors},
    {"signals", 0, show_signals},
    {"sleep", 1, sleep_ms},
    {"hang", 0, hang},
    {"spin", 0, spin},
    {"stop", 0, stop_self},
    {"fork-bomb", 0, fork_bomb},
    {"daemon", 0, leave_daemon},
    {"zombies", 1, many_zombies},
    {"memory", 1, use_memory},
    {"memfd", 1, use_memfd},
    {"fill", 2, fill_disk},
    {"inodes", 1, fill_inodes},
    {"stack", 0, use_stack},
    {"cpu", 0, use_cpu},
};

}  // namespace

int behave(int argc, char** argv) {
  for (const auto& entry : kTable) {
    if (argc != entry.arguments + 1 || std::strcmp(argv[0], entry.name) != 0) continue;
    const int status = entry.function(argv + 1);
    std::fflush(stdout);
    return status;
  }
  return -1;
}

}  // namespace leap::jail::attacker
