// Work that a candidate does on a call's inputs before the call's clock is started.
//
// There is a gap between the moment a stopped runner may run again (its inputs are there) and the moment the clock
// starts, because waking up is not the kernel's work. Code that does not return to leap-runner can use that gap, and
// even stretch it. But it cannot work without processor time, and the kernel counts that for the whole process, exactly
// once it is stopped again. What it used from release to stop, beyond what the call's time allows for and what waking
// up and stopping cost, is added to the call's time. So a head start gains nothing.
#pragma once

#include <string>
#include <vector>

#include "sandbox/judge/time_samples.h"

namespace leap::judge {

// One call. `outside_us` is the processor time of all threads between release and stop, less the call's own time for
// each thread that the solution declared.
struct TimedCall {
  double elapsed_us = 0;
  double outside_us = 0;
  double late_us = 0;  // how long the judge itself waited for a processor before it started the clock
  Delays delays;
};

// All calls of one workload.
using TimedCalls = std::vector<TimedCall>;

// What a wake-up and a stop cost is measured on the task's baseline, which is ours, but differs from process to process
// by more than it differs from call to call (measured: 15 to 40 µs). So at least the first is granted, and at most the
// second. What an honest wake-up leaves of the grant, some 25 µs, is what a head start can still gain; whoever compares
// kernels that short should know.
inline constexpr double kLeastWakeUpUs = 45;
inline constexpr double kLongestWakeUpUs = 100;
// Differences between wake-ups that are not worth charging.
inline constexpr double kWakeUpSlackUs = 10;
// While the judge is late an honest runner spins, waiting for it: that much is forgiven. If it is later than this,
// nobody knows what the runner did, and the call does not count as undisturbed.
inline constexpr double kLatestJudgeUs = 60;
// Beyond this, and beyond half of the call's time, work outside of the call is no accident.
inline constexpr double kCheatUs = 100;

// The 0.9-quantile over calls of the baseline that were released and stopped as a candidate's are.
double wake_up_us(const TimedCalls& baseline);

// Processor time outside of the call, less what the judge's own lateness explains.
double outside_us(const TimedCall& call);

// The calls' times with the work outside of them added.
TimeSamples charged(const TimedCalls& calls, double wake_up_us);

// What proves that a candidate without threads works outside of its calls; empty when nothing does. Every call must
// show it: on a virtual machine the judge may lose its processor without anybody's count, and an honest runner then
// spins. (Threads of a pool may spin there for honest reasons: they are charged, not accused.)
std::string head_start_evidence(const std::string& workload, const TimedCalls& calls, double wake_up_us);

}  // namespace leap::judge
