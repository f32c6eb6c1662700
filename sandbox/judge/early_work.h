// Did the candidate work on a call's inputs before the call's clock was started?
//
// A settled call has a short gap between the moment the runner may run (its inputs are there) and the moment the clock
// starts, because waking up is not the kernel's work. Code that does not return to leap-runner can use that gap, and
// even stretch it. A call released at once has no gap: the clock runs before the process does. Its time includes the
// wake-up (tens of microseconds here), but it cannot be made shorter than the work. So a candidate whose settled calls
// are much faster than its fastest call that was released at once has worked early.
#pragma once

#include <string>
#include <vector>

namespace leap::judge {

// Calls of each kind that confirm a suspicion.
inline constexpr int kConfirmingCalls = 8;
// A wake-up costs this much at worst on a quiet host (measured: 30 to 120 µs on two shared cores), so less proves
// nothing.
inline constexpr double kWakeUpAllowanceUs = 150;
// The delays of threads that a kernel makes and ends are not known, so with threads much more is allowed.
inline constexpr double kThreadsAllowanceUs = 10'000;
// And a call released at once must have been this many times slower.
inline constexpr double kEarlyWorkRatio = 2;

bool suspect_early_work(const std::vector<double>& settled_us, const std::vector<double>& at_once_us, int threads = 1);

std::string early_work_evidence(const std::string& workload, const std::vector<double>& settled_us,
                                const std::vector<double>& at_once_us);

}  // namespace leap::judge
