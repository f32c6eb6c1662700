// What a child that has been taken over by its script can no longer do.
#include "sandbox/reference/process_limits.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>

namespace leap::reference {
namespace {

constexpr std::uint64_t kMemory = 512u << 20;

// The wait status of a forked process that restricts itself and then acts; 0 when it got through.
int status_after(const std::function<void()>& action) {
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) {
    restrict_child(parent, kMemory);
    drop_system_calls();
    action();
    ::_exit(0);
  }
  int status = -1;
  ::waitpid(pid, &status, 0);
  return status;
}

int signal_after(const std::function<void()>& action) {
  const int status = status_after(action);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(ProcessLimitsTest, OrdinaryWorkGoesOn) {
  EXPECT_EQ(status_after([] {
              if (std::malloc(1 << 20) == nullptr) ::_exit(1);
            }),
            0);
}

TEST(ProcessLimitsTest, NoOtherProcessCanBeMadeOrReached) {
  const pid_t self = ::getpid();
  EXPECT_EQ(signal_after([] { ::fork(); }), SIGSYS);
  EXPECT_EQ(signal_after([] { ::execl("/bin/true", "true", nullptr); }), SIGSYS);
  EXPECT_EQ(signal_after([=] { ::kill(self, 0); }), SIGSYS);
  EXPECT_EQ(signal_after([=] { ::syscall(SYS_tgkill, self, self, 0); }), SIGSYS);
  EXPECT_EQ(signal_after([=] { ::syscall(SYS_pidfd_open, self, 0); }), SIGSYS);
  EXPECT_EQ(signal_after([] { ::socket(AF_UNIX, SOCK_STREAM, 0); }), SIGSYS);
}

TEST(ProcessLimitsTest, AnAbortIsStillSeenAsOne) {
  EXPECT_EQ(signal_after([] { std::abort(); }), SIGABRT);
}

TEST(ProcessLimitsTest, PrivateMemoryEndsAtItsLimitAndSharedMemoryDoesNotCount) {
  const auto map = [](int flags) {
    return ::mmap(nullptr, 2 * kMemory, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  };
  EXPECT_EQ(status_after([&] {
              if (map(MAP_PRIVATE) != MAP_FAILED) ::_exit(1);
              if (map(MAP_SHARED) == MAP_FAILED) ::_exit(2);
            }),
            0);
}

TEST(ProcessLimitsTest, NoFileGrows) {
  EXPECT_EQ(signal_after([] {
              const int file = ::open("/tmp", O_TMPFILE | O_RDWR, 0600);
              if (::write(file, "x", 1) == 1) ::_exit(1);
            }),
            SIGXFSZ);
}

TEST(ProcessLimitsTest, ProcessorTimeRunsOut) {
  EXPECT_EQ(signal_after([] {
              allow_cpu_time(std::chrono::milliseconds(1));
              for (;;) ::getppid();
            }),
            SIGXCPU);
}

TEST(ProcessLimitsTest, ChildrenDieWithTheirParent) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    if (::fork() == 0) {
      restrict_child(::getppid(), kMemory);
      if (::write(ends[1], "x", 1) != 1) ::_exit(1);
      for (;;) ::pause();
    }
    for (;;) ::pause();
  }
  ::close(ends[1]);
  char byte = 0;
  ASSERT_EQ(::read(ends[0], &byte, 1), 1) << "the child never started";
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  EXPECT_EQ(::read(ends[0], &byte, 1), 0) << "the pipe closes when the child is gone too";
  ::close(ends[0]);
}

}  // namespace
}  // namespace leap::reference
