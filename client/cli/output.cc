#include "client/cli/output.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "protocol/text.h"

namespace leap::cli {

namespace {

std::runtime_error failure(const std::string& what) {
  return std::runtime_error("cannot write " + what + ": " + std::generic_category().message(errno));
}

}  // namespace

void write_all(int fd, std::string_view text, const std::string& what) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) throw OutputClosed();
    if (written < 0) throw failure(what);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void print(std::string_view text) { write_all(STDOUT_FILENO, text, "to standard output"); }

void complain(std::string_view text) noexcept {
  try {
    write_all(STDERR_FILENO, text, "to standard error");
  } catch (const std::exception&) {
  }
}

void complain_if_free(std::string_view text) noexcept {
  pollfd error{STDERR_FILENO, POLLOUT, 0};
  if (::poll(&error, 1, 0) == 1 && (error.revents & POLLOUT) != 0) complain(text);
}

OutputFile::OutputFile(const std::string& path) : path_(protocol::in_quotes(path)) {
  file_ = Fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file_) throw failure(path_);
}

}  // namespace leap::cli
