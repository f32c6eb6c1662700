// The judge's end of one runner: start it, make it call, stop it, and notice that it died.
#pragma once

#include <time.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sandbox/channel/channel.h"
#include "sandbox/judge/arena.h"
#include "sandbox/judge/head_start.h"
#include "sandbox/judge/placement.h"
#include "sandbox/judge/scheduling_delay.h"
#include "sandbox/runner/control_block.h"

namespace leap::judge {

// Everything needed to bring a waiting leap-runner to its first call.
struct RunnerStart {
  channel::Channel socket;
  Fd pidfd;    // of the runner process
  Fd library;  // the artifact, sealed
  Fd filter;   // of the load stage
  std::string entry_point;
  int threads = 1;
};

// CLOCK_MONOTONIC_RAW: the judge's clock, which the runner cannot reach.
double now_us();

class RunnerLink {
 public:
  enum class Outcome { ok, died, timed_out, cancelled };

  // What start() found. Only `waiting` can be called.
  struct Started {
    Outcome outcome = Outcome::ok;
    runner::RunnerState state = runner::RunnerState::starting;
    std::string detail;            // the loader's message; bounded, untrusted
    bool filter_in_place = false;  // by the kernel's own count, read from outside
    bool listening = false;        // the load filter's listener arrived: from then on candidate code may have run
  };

  RunnerLink(const ArenaLayout& layout, RunnerStart start, const Placement& placement, int cancel_fd);
  RunnerLink(const RunnerLink&) = delete;
  RunnerLink& operator=(const RunnerLink&) = delete;

  // Sends the start message, lets the loader's calls through until the library is mapped, then closes that door for
  // good.
  Started start(channel::Deadline deadline);

  Arena& arena() { return arena_; }
  int threads() const { return start_.threads; }

  // Stops every thread of the runner. `timed_out`: something in it keeps setting it going again; it is killed.
  Outcome stop(channel::Deadline deadline);

  // Lets a stopped runner sleep until its next call.
  void resume();

  struct Call {
    Outcome outcome = Outcome::ok;
    TimedCall time;
  };
  // Makes the next call of a runner that is stopped (or, with `stopped` false, one that never was: a trusted one): lets
  // it run, waits until it spins for the call, starts the clock and the call. `at_done` is called at the moment when it
  // claims to be done; it may still be running, then and on return.
  Call call(const std::vector<std::uint64_t>& arguments, bool stopped, channel::Deadline deadline,
            const std::function<void()>& at_done = {});

  // Processor time of all its threads since before the last call was released; exact once it is stopped.
  double processor_used_us() const { return processor_us() - processor_before_us_; }

  // How long the runner has waited for a processor since the last call's clock was started.
  double runner_delay_us() const { return runner_delay_.total_us() - runner_delay_at_start_us_; }

  // A copy of what the runner's signal handler left; may be forged.
  runner::Hint hint() const;

 private:
  bool died() const;
  Outcome receive_listener(channel::Deadline deadline, Fd& listener);
  Outcome supervise_loading(const Fd& listener, channel::Deadline deadline);
  Outcome wait_for(std::atomic<std::uint32_t>& word, std::uint32_t wanted, channel::Deadline deadline);
  bool all_threads_stopped();
  int seccomp_filter_count() const;
  double processor_us() const;

  Arena arena_;
  RunnerStart start_;
  int cancel_fd_;
  pid_t pid_ = -1;
  Fd stat_;  // /proc/PID/stat
  SchedulingDelay runner_delay_, own_delay_;
  double runner_delay_at_start_us_ = 0;
  clockid_t processor_clock_ = 0;  // of the whole process
  double processor_before_us_ = 0;
  std::uint32_t calls_ = 0;
};

}  // namespace leap::judge
