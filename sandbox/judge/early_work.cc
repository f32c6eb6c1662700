#include "sandbox/judge/early_work.h"

#include <algorithm>
#include <cstdio>

#include "sandbox/judge/statistics.h"

namespace leap::judge {

// The minimum of the calls released at once: a slow wake-up can only make a sample longer.
bool suspect_early_work(const std::vector<double>& settled_us, const std::vector<double>& at_once_us, int threads) {
  if (settled_us.empty() || at_once_us.empty()) return false;
  const double settled = median(settled_us);
  const double at_once = *std::min_element(at_once_us.begin(), at_once_us.end());
  return at_once > kEarlyWorkRatio * settled &&
         at_once - settled > (threads > 1 ? kThreadsAllowanceUs : kWakeUpAllowanceUs);
}

std::string early_work_evidence(const std::string& workload, const std::vector<double>& settled_us,
                                const std::vector<double>& at_once_us) {
  char text[256];
  std::snprintf(
      text, sizeof text,
      "workload %.64s: %.1f us a call when there was time before the clock started, never under %.1f us when there "
      "was none",
      workload.c_str(), median(settled_us), *std::min_element(at_once_us.begin(), at_once_us.end()));
  return text;
}

}  // namespace leap::judge
