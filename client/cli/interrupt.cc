#include "client/cli/interrupt.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace leap::cli {

namespace {

sigset_t interrupts() {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGINT);
  ::sigaddset(&set, SIGTERM);
  return set;
}

Fd checked(int fd, const char* what) {
  if (fd < 0) throw std::system_error(errno, std::generic_category(), what);
  return Fd(fd);
}

void leave_at_once(int) { ::_exit(kExitInterrupted); }  // wardens and judge end with their parent

// A handler, since no thread is sure to be free for a second look at the descriptor: a write to a terminal or a pipe
// that is full waits for ever.
void let_the_next_end_us() {
  struct sigaction action {};
  action.sa_handler = leave_at_once;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

void unblock_interrupts() {
  const sigset_t set = interrupts();
  ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace

InterruptBlock::InterruptBlock() {
  const sigset_t set = interrupts();
  ::pthread_sigmask(SIG_BLOCK, &set, &before_);
}

InterruptBlock::~InterruptBlock() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

InterruptWatch::InterruptWatch(std::function<void()> on_first) : on_first_(std::move(on_first)) {
  const sigset_t set = interrupts();
  signals_ = checked(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK), "signalfd");
  stop_ = checked(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), "eventfd");
  thread_ = std::thread([this] { watch(); });
}

InterruptWatch::~InterruptWatch() {
  ::eventfd_write(stop_.get(), 1);
  thread_.join();
  if (interrupted_) unblock_interrupts();  // what is torn down after us may hang as well
}

void InterruptWatch::watch() {
  pollfd waits[] = {{signals_.get(), POLLIN, 0}, {stop_.get(), POLLIN, 0}};
  for (;;) {
    if (::poll(waits, 2, -1) < 0) continue;  // EINTR
    if (waits[1].revents != 0) return;
    signalfd_siginfo info;
    if (::read(signals_.get(), &info, sizeof info) != static_cast<ssize_t>(sizeof info)) continue;
    interrupted_ = true;
    let_the_next_end_us();
    unblock_interrupts();
    on_first_();
    while (::poll(&waits[1], 1, -1) <= 0) {  // this thread stays: it is the one that the next signal can go to
    }
    return;
  }
}

}  // namespace leap::cli
