#include "sandbox/judge/time_samples.h"

#include <algorithm>

namespace leap::judge {

int TimeSamples::quiet() const {
  return static_cast<int>(
      std::count_if(samples_.begin(), samples_.end(), [](const Sample& sample) { return !sample.disturbed(); }));
}

std::vector<double> TimeSamples::usable() const {
  std::vector<Sample> sorted = samples_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Sample& a, const Sample& b) {
    return a.delayed_us * b.elapsed_us < b.delayed_us * a.elapsed_us;
  });
  std::vector<double> times;
  for (const Sample& sample : sorted) {
    if (sample.disturbed() && static_cast<int>(times.size()) >= kFewestSamples) continue;
    times.push_back(sample.elapsed_us);
  }
  return times;
}

}  // namespace leap::judge
