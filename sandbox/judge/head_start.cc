#include "sandbox/judge/head_start.h"

#include <algorithm>
#include <cstdio>

#include "sandbox/judge/statistics.h"

namespace leap::judge {

namespace {

std::vector<double> known(const TimedCalls& calls) {
  std::vector<double> outside;
  for (const TimedCall& call : calls) {
    if (call.late_us <= kLatestJudgeUs) outside.push_back(outside_us(call));
  }
  return outside;
}

}  // namespace

double outside_us(const TimedCall& call) { return call.outside_us - call.late_us; }

double wake_up_us(const TimedCalls& baseline) {
  auto outside = known(baseline);
  return outside.empty() ? kLeastWakeUpUs
                         : std::clamp(quantile(std::move(outside), 0.9), kLeastWakeUpUs, kLongestWakeUpUs);
}

TimeSamples charged(const TimedCalls& calls, double wake_up_us) {
  TimeSamples samples;
  for (const TimedCall& call : calls) {
    const double head_start = outside_us(call) - wake_up_us;
    Delays delays = call.delays;
    if (call.late_us > kLatestJudgeUs) delays.judge_us += call.late_us;
    samples.add(call.elapsed_us + (head_start > kWakeUpSlackUs ? head_start : 0), delays);
  }
  return samples;
}

std::string head_start_evidence(const std::string& workload, const TimedCalls& calls, double wake_up_us) {
  const auto outside = known(calls);
  if (outside.size() < static_cast<std::size_t>(kFewestSamples)) return "";
  const double extra = *std::min_element(outside.begin(), outside.end()) - wake_up_us;
  const double time = median(charged(calls, wake_up_us).usable());
  if (extra < kCheatUs || extra < time / 2) return "";
  char text[256];
  std::snprintf(
      text, sizeof text,
      "workload %.64s: no call used less than %.1f us of processor time outside of its measured time, where waking up "
      "takes %.1f us",
      workload.c_str(), extra + wake_up_us, wake_up_us);
  return text;
}

}  // namespace leap::judge
