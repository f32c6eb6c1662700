#include "client/cli/startup.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <stdexcept>

namespace leap::cli {
namespace {

// Whether it holds in a process of its own, whose descriptors and limits may be spoilt.
bool in_child(const std::function<bool()>& holds) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(holds() ? 0 : 1);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool is_null_device(int fd) {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd), error) == "/dev/null";
}

TEST(Startup, ClosedDescriptorsAreTakenByTheNullDevice) {
  EXPECT_TRUE(in_child([] {
    ::close(STDIN_FILENO);
    ::close(STDERR_FILENO);
    open_standard_descriptors();
    char byte;
    return is_null_device(STDIN_FILENO) && is_null_device(STDERR_FILENO) && ::open("/dev/null", O_RDONLY) > 2 &&
           ::read(STDIN_FILENO, &byte, 1) < 0;
  }));
}

TEST(Startup, WithoutStandardOutputItGoesNoFurther) {
  EXPECT_TRUE(in_child([] {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(fd);
    try {
      open_standard_descriptors();
    } catch (const std::runtime_error&) {
      return is_null_device(STDOUT_FILENO) && is_null_device(STDERR_FILENO);
    }
    return false;
  }));
}

TEST(Startup, WhatIsOpenIsLeftAlone) {
  EXPECT_TRUE(in_child([] {
    const auto before = std::filesystem::read_symlink("/proc/self/fd/1");
    open_standard_descriptors();
    return std::filesystem::read_symlink("/proc/self/fd/1") == before;
  }));
}

TEST(Startup, TheLimitOfDescriptorsIsRaisedAndNeverLowered) {
  EXPECT_TRUE(in_child([] {
    struct rlimit limit {};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 64;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    raise_descriptor_limit();
    const rlim_t hard = limit.rlim_max;
    ::getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur == std::min<rlim_t>(hard, 65536) && limit.rlim_max == hard;
  }));
}

}  // namespace
}  // namespace leap::cli
