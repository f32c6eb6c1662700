#include "sandbox/judge/early_work.h"

#include <algorithm>
#include <cstdio>

#include "sandbox/judge/statistics.h"

namespace leap::judge {

namespace {

// A slow wake-up can only make a sample longer, so the fastest says most.
double fastest(const std::vector<double>& times) { return *std::min_element(times.begin(), times.end()); }

}  // namespace

void CallTimes::add_at_once(double elapsed_us, const Delays& delays) {
  if (is_disturbance(delays.judge_us, elapsed_us)) return;
  at_once_us.push_back(std::max(0.0, elapsed_us - delays.runner_us));
}

double wake_up_us(const std::vector<CallTimes>& baseline) {
  double most = -1;
  for (const CallTimes& workload : baseline) {
    const auto settled = workload.settled.usable();
    if (settled.empty() || workload.at_once_us.empty()) continue;
    most = std::max(most, fastest(workload.at_once_us) - median(settled));
  }
  return most < 0 ? kLongestWakeUpUs : std::min(most, kLongestWakeUpUs);
}

double allowance_us(double wake_up_us, int threads) {
  return threads > 1 ? kThreadsAllowanceUs : kWakeUpFactor * wake_up_us + kWakeUpSlackUs;
}

double floor_us(const CallTimes& candidate, double allowance_us) {
  return candidate.at_once_us.empty() ? 0 : std::max(0.0, fastest(candidate.at_once_us) - allowance_us);
}

bool suspect_early_work(const CallTimes& candidate, double allowance_us) {
  const auto settled = candidate.settled.usable();
  return !settled.empty() && floor_us(candidate, allowance_us) > kEarlyWorkRatio * median(settled);
}

std::string early_work_evidence(const std::string& workload, const CallTimes& candidate) {
  char text[256];
  std::snprintf(text, sizeof text,
                "workload %.64s: %.1f us a call when there was time before the clock started, never under %.1f us when "
                "there was none",
                workload.c_str(), median(candidate.settled.usable()), fastest(candidate.at_once_us));
  return text;
}

}  // namespace leap::judge
