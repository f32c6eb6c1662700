// How a benchmark measures: samples, of things that take turns so that a noisy host hits all of them.
#pragma once

#include <chrono>
#include <functional>
#include <vector>

namespace leap::bench {

// Times or other quantities of one thing, in whatever unit its table has.
class Samples {
 public:
  void add(double value) { values_.push_back(value); }
  std::size_t count() const { return values_.size(); }

  // Linear between neighbours; NaN without samples. p10 is the quiet host's time, p90 / p10 how noisy it was.
  double quantile(double q) const;
  double p10() const { return quantile(0.1); }
  double median() const { return quantile(0.5); }
  double p90() const { return quantile(0.9); }

 private:
  std::vector<double> values_;
};

// Does a thing once; its result counts, or it only warms up.
enum class Counts { no, yes };
using Turn = std::function<void(Counts counts)>;

// Every round gives each a turn, and the next round starts with the next one.
void take_turns(const std::vector<Turn>& turns, int rounds, int warm_up);

class Stopwatch {
 public:
  double ms() const { return std::chrono::duration<double, std::milli>(Clock::now() - begin_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace leap::bench
