#include "sandbox/judge/runner_link.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <system_error>

namespace leap::judge {

namespace {

constexpr auto kSpin = std::chrono::microseconds(300);  // then sleep: the other core may have a compiler to run
constexpr auto kSlice = std::chrono::milliseconds(5);   // between looks at the runner's pulse
constexpr auto kFirstSlice = std::chrono::microseconds(50);

void wake(std::atomic<std::uint32_t>& word) { ::syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0); }

void sleep_while(std::atomic<std::uint32_t>& word, std::uint32_t seen, std::chrono::nanoseconds limit) {
  const timespec timeout{limit.count() / 1'000'000'000, limit.count() % 1'000'000'000};
  ::syscall(SYS_futex, &word, FUTEX_WAIT, seen, &timeout, nullptr, 0);
}

void send_signal(int pidfd, int signal) { ::syscall(SYS_pidfd_send_signal, pidfd, signal, nullptr, 0); }

pid_t pid_of(int pidfd) {
  std::ifstream info("/proc/self/fdinfo/" + std::to_string(pidfd));
  for (std::string key; info >> key;) {
    if (key == "Pid:") {
      pid_t pid = -1;
      info >> pid;
      return pid;
    }
  }
  return -1;
}

// The state letter of a /proc/.../stat line: it follows the last ')', since the name before it may hold anything.
char state_letter(int stat_fd) {
  char line[512];
  const ssize_t got = ::pread(stat_fd, line, sizeof line - 1, 0);
  if (got <= 0) return 'X';
  line[got] = '\0';
  const char* name_end = std::strrchr(line, ')');
  return name_end != nullptr && name_end[1] == ' ' ? name_end[2] : 'X';
}

std::string bounded_text(const char* text, std::size_t size) {
  std::string copy(text, size);
  copy.resize(std::min(copy.find('\0'), copy.size()));
  return copy;
}

}  // namespace

double now_us() {
  timespec now;
  ::clock_gettime(CLOCK_MONOTONIC_RAW, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

RunnerLink::RunnerLink(const ArenaLayout& layout, RunnerStart start, const Placement& placement, int cancel_fd)
    : arena_(layout),
      start_(std::move(start)),
      cancel_fd_(cancel_fd),
      pid_(pid_of(start_.pidfd.get())),
      runner_delay_(std::to_string(pid_)),
      own_delay_("self") {
  stat_ = Fd(::open(("/proc/" + std::to_string(pid_) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
  if (!stat_ && !died()) throw std::system_error(errno, std::generic_category(), "open the runner's /proc/PID/stat");
  if (::clock_getcpuclockid(pid_, &processor_clock_) != 0 && !died()) {
    throw std::runtime_error("the runner's processor clock cannot be read");
  }
  placement.place_runner(pid_, start_.threads);
}

RunnerLink::Started RunnerLink::start(channel::Deadline deadline) {
  const int filters_before = seccomp_filter_count();
  runner::StartMessage message;
  message.threads = static_cast<std::uint32_t>(start_.threads);
  message.region_count = static_cast<std::uint32_t>(arena_.layout().regions.size());
  std::copy(arena_.layout().regions.begin(), arena_.layout().regions.end(), message.regions);
  start_.entry_point.copy(message.entry_point, sizeof message.entry_point - 1);
  try {
    start_.socket.send(
        {reinterpret_cast<const char*>(&message), sizeof message},
        {start_.library.get(), arena_.control_fd(), arena_.inputs_fd(), arena_.outputs_fd(), start_.filter.get()});
  } catch (const channel::ChannelError&) {
    return {Outcome::died, runner::RunnerState::starting, "the runner was gone before it was started", false};
  }
  Started started;
  Fd listener;
  started.outcome = receive_listener(deadline, listener);
  started.listening = static_cast<bool>(listener);
  if (started.listening) started.outcome = supervise_loading(listener, deadline);
  listener.reset();  // the kernel answers every supervised call with ENOSYS from here on
  start_.socket = channel::Channel();

  auto& control = arena_.control();
  started.state = static_cast<runner::RunnerState>(control.state.load(std::memory_order_acquire));
  started.detail = bounded_text(control.hint_text, sizeof control.hint_text);
  // A runner that could not be set up, or found no entry point, says so and leaves. Everything else that says so has
  // died.
  const bool says_why = started.state == runner::RunnerState::no_library ||
                        started.state == runner::RunnerState::no_entry ||
                        started.state == runner::RunnerState::failed_setup;
  if (started.outcome == Outcome::died && says_why) started.outcome = Outcome::ok;
  started.filter_in_place = seccomp_filter_count() == filters_before + 1;
  if (started.outcome == Outcome::ok && !says_why && died()) started.outcome = Outcome::died;
  return started;
}

RunnerLink::Outcome RunnerLink::receive_listener(channel::Deadline deadline, Fd& listener) {
  try {
    auto received = start_.socket.receive(deadline, cancel_fd_);
    if (received.message && received.message->fds.size() == 1) {
      listener = std::move(received.message->fds[0]);
      return Outcome::ok;
    }
    if (received.ended == channel::Ended::timed_out) return Outcome::timed_out;
    if (received.ended == channel::Ended::cancelled) return Outcome::cancelled;
  } catch (const channel::ChannelError&) {
  }
  return Outcome::died;
}

// The filter has already looked at the arguments that matter (registers: flags and protections), so the answer is the
// same for every call: let the kernel go on with it.
RunnerLink::Outcome RunnerLink::supervise_loading(const Fd& listener, channel::Deadline deadline) {
  const auto& state = arena_.control().state;
  const auto spin_until = channel::Clock::now() + std::chrono::milliseconds(4);  // most libraries are mapped by then
  while (state.load(std::memory_order_acquire) == static_cast<std::uint32_t>(runner::RunnerState::starting)) {
    const bool spinning = channel::Clock::now() < spin_until;
    pollfd waits[3] = {{listener.get(), POLLIN, 0}, {start_.pidfd.get(), POLLIN, 0}, {cancel_fd_, POLLIN, 0}};
    ::poll(waits, cancel_fd_ >= 0 ? 3 : 2, spinning ? 0 : 1);
    if (waits[0].revents & POLLIN) {
      seccomp_notif call{};
      seccomp_notif_resp answer{};
      if (::ioctl(listener.get(), SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) continue;  // it died, or was interrupted
      answer.id = call.id;
      answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
      ::ioctl(listener.get(), SECCOMP_IOCTL_NOTIF_SEND, &answer);
      continue;
    }
    if (waits[1].revents != 0) return Outcome::died;
    if (waits[2].revents != 0) return Outcome::cancelled;
    if (channel::Clock::now() >= deadline) return Outcome::timed_out;
    if (spinning) ::sched_yield();
  }
  return Outcome::ok;
}

bool RunnerLink::died() const { return channel::is_readable(start_.pidfd.get()); }

bool RunnerLink::all_threads_stopped() {
  const auto halted = [](char state) { return state == 'T' || state == 't' || state == 'Z' || state == 'X'; };
  if (!halted(state_letter(stat_.get()))) return false;
  if (start_.threads == 1) return true;
  const std::string folder = "/proc/" + std::to_string(pid_) + "/task";
  const std::unique_ptr<DIR, int (*)(DIR*)> tasks(::opendir(folder.c_str()), ::closedir);
  if (tasks == nullptr) return true;  // it died meanwhile
  while (const dirent* task = ::readdir(tasks.get())) {
    if (task->d_name[0] == '.') continue;
    const Fd stat(::open((folder + "/" + task->d_name + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
    if (stat && !halted(state_letter(stat.get()))) return false;
  }
  return true;
}

// SIGSTOP cannot be caught, blocked or ignored, but it takes effect only when each thread is next scheduled, and a
// SIGCONT from inside takes it back: it is sent until it holds. A thread in an uninterruptible wait never stops: then
// it is killed.
RunnerLink::Outcome RunnerLink::stop(channel::Deadline deadline) {
  for (unsigned round = 0;; ++round) {
    if (round % 64 == 0) send_signal(start_.pidfd.get(), SIGSTOP);
    if (all_threads_stopped()) return died() ? Outcome::died : Outcome::ok;
    if (died()) return Outcome::died;
    if (channel::is_readable(cancel_fd_)) return Outcome::cancelled;
    if (channel::Clock::now() >= deadline) {
      send_signal(start_.pidfd.get(), SIGKILL);
      return Outcome::timed_out;
    }
    ::sched_yield();
  }
}

void RunnerLink::resume() { send_signal(start_.pidfd.get(), SIGCONT); }

RunnerLink::Outcome RunnerLink::wait_for(std::atomic<std::uint32_t>& word, std::uint32_t wanted,
                                         channel::Deadline deadline) {
  const auto spin_until = channel::Clock::now() + kSpin;
  for (unsigned round = 0;; ++round) {
    if (word.load(std::memory_order_acquire) == wanted) return Outcome::ok;
    __builtin_ia32_pause();
    if (round % 64 == 63 && channel::Clock::now() >= spin_until) break;
  }
  // Nobody wakes who waits for `ready`, since that system call would fall into the call's time: on a busy host a runner
  // often needs longer than the spinning, and must not cost a whole slice each time.
  std::chrono::nanoseconds slice = kFirstSlice;
  for (;;) {
    const std::uint32_t seen = word.load(std::memory_order_acquire);
    if (seen == wanted) return Outcome::ok;
    if (died()) return Outcome::died;
    if (channel::is_readable(cancel_fd_)) return Outcome::cancelled;
    if (channel::Clock::now() >= deadline) return Outcome::timed_out;
    sleep_while(word, seen, slice);
    slice = std::min<std::chrono::nanoseconds>(2 * slice, kSlice);
  }
}

RunnerLink::Call RunnerLink::call(const std::vector<std::uint64_t>& arguments, bool stopped, channel::Deadline deadline,
                                  const std::function<void()>& at_done) {
  auto& control = arena_.control();
  const std::uint32_t number = ++calls_;
  std::memset(control.arguments, 0, sizeof control.arguments);
  std::copy(arguments.begin(), arguments.end(), control.arguments);
  control.argument_count = static_cast<std::uint32_t>(arguments.size());
  control.done.store(number - 1, std::memory_order_relaxed);  // whatever the candidate wrote there meanwhile

  const double own_delay_before = own_delay_.total_us();
  processor_before_us_ = processor_us();
  if (stopped) send_signal(start_.pidfd.get(), SIGCONT);
  control.arm.store(number, std::memory_order_release);
  wake(control.arm);
  Call call;
  call.outcome = wait_for(control.ready, number, deadline);
  if (call.outcome != Outcome::ok) return call;
  runner_delay_at_start_us_ = runner_delay_.total_us();
  const double own_delay_at_start = own_delay_.total_us();

  const double begin = now_us();
  control.go.store(number, std::memory_order_release);
  wake(control.go);
  call.outcome = wait_for(control.done, number, deadline);
  call.time.elapsed_us = now_us() - begin;
  if (at_done) at_done();
  call.time.delays.judge_us = own_delay_.total_us() - own_delay_at_start;
  call.time.late_us = own_delay_at_start - own_delay_before;
  call.time.delays.runner_us = runner_delay_us();
  return call;
}

double RunnerLink::processor_us() const {
  timespec used{};
  ::clock_gettime(processor_clock_, &used);
  return static_cast<double>(used.tv_sec) * 1e6 + static_cast<double>(used.tv_nsec) * 1e-3;
}

runner::Hint RunnerLink::hint() const {
  runner::Hint copy;
  std::memcpy(&copy, &arena_.control().hint, sizeof copy);
  return copy;
}

int RunnerLink::seccomp_filter_count() const {
  std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
  for (std::string key; status >> key;) {
    if (key == "Seccomp_filters:") {
      int count = -1;
      status >> count;
      return count;
    }
  }
  return -1;
}

}  // namespace leap::judge
