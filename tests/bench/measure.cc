#include "tests/bench/measure.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace leap::bench {

double Samples::quantile(double q) const {
  if (values_.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> sorted = values_;
  std::sort(sorted.begin(), sorted.end());
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - std::floor(place));
}

void take_turns(const std::vector<Turn>& turns, int rounds, int warm_up) {
  for (int round = 0; round < warm_up + rounds; ++round) {
    for (std::size_t i = 0; i < turns.size(); ++i) {
      turns[(static_cast<std::size_t>(round) + i) % turns.size()](round < warm_up ? Counts::no : Counts::yes);
    }
  }
}

}  // namespace leap::bench
