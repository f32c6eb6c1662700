#include "sandbox/channel/output_capture.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace leap::channel {

namespace {

Fd make_event() {
  Fd event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!event) throw std::system_error(errno, std::generic_category(), "eventfd");
  return event;
}

void raise_event(const Fd& event) { ::eventfd_write(event.get(), 1); }

}  // namespace

OutputCapture::OutputCapture(std::size_t max_bytes)
    : max_bytes_(max_bytes), overflow_(make_event()), stop_(make_event()) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
  read_end_.reset(ends[0]);
  write_end_.reset(ends[1]);
  reader_ = std::thread([this] { read_all(); });
}

OutputCapture::~OutputCapture() {
  if (reader_.joinable()) finish();
}

void OutputCapture::read_all() {
  char buffer[65536];
  const std::size_t half = max_bytes_ / 2;
  std::size_t total = 0;
  for (;;) {
    pollfd waits[2] = {{read_end_.get(), POLLIN, 0}, {stop_.get(), POLLIN, 0}};
    if (::poll(waits, 2, -1) < 0 && errno != EINTR) return;
    if (waits[0].revents == 0) {
      if (waits[1].revents != 0) return;  // told to stop, and nothing is left to read
      continue;
    }
    const ssize_t got = ::read(read_end_.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    std::string_view part(buffer, static_cast<std::size_t>(got));
    total += part.size();
    const std::size_t to_head = std::min(part.size(), half - std::min(half, output_.head.size()));
    output_.head.append(part.substr(0, to_head));
    output_.tail.append(part.substr(to_head));
    if (output_.tail.size() > half) {
      output_.dropped_bytes += output_.tail.size() - half;
      output_.tail.erase(0, output_.tail.size() - half);
    }
    if (total > max_bytes_) raise_event(overflow_);
  }
}

OutputCapture::Output OutputCapture::finish() {
  close_ours();
  raise_event(stop_);
  reader_.join();
  return std::move(output_);
}

std::string OutputCapture::Output::text() const {
  if (dropped_bytes == 0) return head + tail;
  return head + "\n[... " + std::to_string(dropped_bytes) + " bytes left out]\n" + tail;
}

}  // namespace leap::channel
