#include "sandbox/jail/collect.h"

#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>

#include <cstdio>
#include <cstring>

#include "sandbox/jail/syscalls.h"

namespace leap::jail {

namespace {

Report::Copied refused(const char* problem) {
  Report::Copied result{};
  std::snprintf(result.problem, sizeof result.problem, "%s", problem);
  return result;
}

Fd open_safely(const std::string& path) {
  const Fd root(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  ::open_how how{};
  how.flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  return Fd(sys::openat2(root.get(), path.c_str() + 1, how));
}

}  // namespace

Report::Copied collect(const std::string& path, int memory_fd, std::uint64_t max_bytes) {
  const Fd file = open_safely(path);
  if (!file) return refused(std::strerror(errno));
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return refused(std::strerror(errno));
  if (!S_ISREG(status.st_mode)) return refused("not a regular file");
  if (status.st_nlink != 1) return refused("it has more than one name");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > max_bytes) return refused("larger than allowed");

  Report::Copied result{};
  if (::ftruncate(memory_fd, 0) != 0 || ::lseek(memory_fd, 0, SEEK_SET) != 0) return refused("the memory is sealed");
  while (result.bytes < size) {
    const ssize_t sent = ::sendfile(memory_fd, file.get(), nullptr, size - result.bytes);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return refused(std::strerror(errno));
    if (sent == 0) return refused("it shrank");
    result.bytes += static_cast<std::uint64_t>(sent);
  }
  return result;
}

}  // namespace leap::jail
