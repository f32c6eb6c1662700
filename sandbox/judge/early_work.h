// Did the candidate work on a call's inputs before the call's clock was started?
//
// A settled call has a short gap between the moment the runner may run (its inputs are there) and the moment the clock
// starts, because waking up is not the kernel's work. Code that does not return to leap-runner can use that gap, and
// even stretch it. A call released at once has no gap: the clock runs before the process does. Its time includes the
// wake-up (tens of microseconds here), but it cannot be made shorter than the work. So a candidate whose settled calls
// are much faster than its fastest call that was released at once has worked early.
//
// Two things make this safe to convict on. Time that the process spent waiting for a processor (SchedulingDelay) is
// taken off a call that was released at once: on a busy host it is most of it, and no work is done in it. And what a
// wake-up costs on this host, now, is measured on the task's baseline, which is ours.
#pragma once

#include <string>
#include <vector>

#include "sandbox/judge/time_samples.h"

namespace leap::judge {

// Calls released at once that a workload needs for anything to be concluded.
inline constexpr std::size_t kFewestAtOnce = 2;
// Calls of each kind that confirm a suspicion.
inline constexpr int kConfirmingCalls = 8;
// Assumed for a wake-up where no baseline runs, and the most that is believed of one (measured: 30 to 120 µs on two
// shared cores).
inline constexpr double kLongestWakeUpUs = 120;
// A candidate's wake-up may cost twice the baseline's (colder caches), and this much more (another page, another core).
inline constexpr double kWakeUpFactor = 2;
inline constexpr double kWakeUpSlackUs = 20;
// The delays of threads that a kernel makes and ends are not known, so with threads much more is allowed.
inline constexpr double kThreadsAllowanceUs = 10'000;
// And a call released at once must have been this many times slower.
inline constexpr double kEarlyWorkRatio = 2;

// Both kinds of calls of one workload; those released at once without their scheduling delays.
struct CallTimes {
  TimeSamples settled;
  std::vector<double> at_once_us;

  // Takes the runner's delay off. A call in which the judge itself was delayed is left out: nobody knows what the
  // runner did meanwhile.
  void add_at_once(double elapsed_us, const Delays& delays);
};

// What a wake-up costs: the most that any workload of the baseline shows; kLongestWakeUpUs where it shows nothing.
double wake_up_us(const std::vector<CallTimes>& baseline);

// What may lie between a call released at once and a settled one without proving anything.
double allowance_us(double wake_up_us, int threads);

// No call of this workload can have taken less than this, whatever the settled ones say; 0 when nothing is known.
double floor_us(const CallTimes& candidate, double allowance_us);

bool suspect_early_work(const CallTimes& candidate, double allowance_us);

std::string early_work_evidence(const std::string& workload, const CallTimes& candidate);

}  // namespace leap::judge
