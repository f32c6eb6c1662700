#include "client/cli/startup.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace leap::cli {

namespace {

constexpr rlim_t kMostDescriptors = 65536;  // some hosts have a hard limit of a billion

bool is_closed(int fd) { return ::fcntl(fd, F_GETFD) < 0 && errno == EBADF; }

}  // namespace

void open_standard_descriptors() {
  const bool nowhere_to_print = is_closed(STDOUT_FILENO);
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (!is_closed(fd)) continue;
    // The lowest free number, which is `fd`. For writing only: to read what was closed is an error, not an empty file.
    if (::open("/dev/null", O_WRONLY) != fd) throw std::system_error(errno, std::generic_category(), "/dev/null");
  }
  if (nowhere_to_print) {
    throw std::runtime_error("standard output is closed, so results cannot be written: send them to /dev/null instead");
  }
}

void raise_descriptor_limit() {
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = std::min(limit.rlim_max, kMostDescriptors);
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = wanted;
  ::setrlimit(RLIMIT_NOFILE, &limit);  // where it is refused, the old limit is what there is
}

}  // namespace leap::cli
