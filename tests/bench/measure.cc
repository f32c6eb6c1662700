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

void take_turns(std::vector<Side>& sides, int rounds, int warm_up) {
  for (int round = -warm_up; round < rounds; ++round) {
    for (std::size_t turn = 0; turn < sides.size(); ++turn) {
      Side& side = sides[(static_cast<std::size_t>(round + warm_up) + turn) % sides.size()];
      const double took = side.once();
      if (round >= 0) side.samples.add(took);
    }
  }
}

}  // namespace leap::bench
