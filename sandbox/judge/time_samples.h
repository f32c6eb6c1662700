// Times of one workload's calls, with what the host did to them.
#pragma once

#include <vector>

namespace leap::judge {

// A call that waited longer for a processor than this share of its time was disturbed (and 2 µs are always forgiven:
// the counter itself is read in between).
inline constexpr double kDisturbedShare = 0.03;
inline constexpr double kForgivenDelayUs = 2;
// A median wants this many undisturbed calls.
inline constexpr int kQuietSamples = 5;
// On a host so busy that fewer than this many calls were undisturbed, the least disturbed ones are used.
inline constexpr int kFewestSamples = 3;

// Waiting for a processor during one call; see SchedulingDelay.
struct Delays {
  double runner_us = 0;
  double judge_us = 0;
};

inline bool is_disturbance(double delay_us, double elapsed_us) {
  return delay_us > kForgivenDelayUs && delay_us > kDisturbedShare * elapsed_us;
}

class TimeSamples {
 public:
  void add(double elapsed_us, const Delays& delays) {
    samples_.push_back({elapsed_us, delays.runner_us + delays.judge_us});
  }

  int quiet() const;  // undisturbed calls so far

  // The undisturbed calls' times; if those are fewer than kFewestSamples, of the calls with the smallest share of
  // delay.
  std::vector<double> usable() const;
  int left_out() const { return static_cast<int>(samples_.size() - usable().size()); }

 private:
  struct Sample {
    double elapsed_us;
    double delayed_us;
    bool disturbed() const { return is_disturbance(delayed_us, elapsed_us); }
  };
  std::vector<Sample> samples_;
};

}  // namespace leap::judge
