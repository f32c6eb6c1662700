#include "sandbox/judge/trial.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "sandbox/judge/checked_call.h"
#include "sandbox/judge/fault_place.h"
#include "sandbox/judge/head_start.h"
#include "sandbox/judge/statistics.h"
#include "sandbox/judge/time_samples.h"

namespace leap::judge {

namespace {

using Outcome = TrialReport::Outcome;
using Link = RunnerLink::Outcome;

constexpr std::chrono::milliseconds kBaselineLimit{5000};  // for one call: a naive kernel may be slow

enum Stream : std::uint32_t { kPlanStream = kJudgeStream };

// The workload of each call. Order and number are the judge's secret, and nothing tells a checked call from a timed
// one, because each is both.
std::vector<std::size_t> plan_calls(const Bank& bank, int calls_per_workload, Generator& random) {
  std::vector<std::size_t> plan;
  for (std::size_t w = 0; w < bank.workloads().size(); ++w) {
    plan.insert(plan.end(), static_cast<std::size_t>(calls_per_workload) + random.below(kMaxExtraCalls + 1), w);
  }
  for (std::size_t i = plan.size(); i > 1; --i) std::swap(plan[i - 1], plan[random.below(i)]);
  return plan;
}

// What is known of one workload.
struct Tally {
  int calls = 0;
  bool failed = false;
};

class Trial {
 public:
  Trial(Bank& bank, RunnerLink& candidate, const Baseline& baseline, const TrialOptions& options, const Key& key,
        int cancel_fd)
      : bank_(bank),
        candidate_(candidate),
        baseline_(baseline.link),
        options_(options),
        key_(key),
        cancel_fd_(cancel_fd),
        random_(key, kPlanStream, 0),
        deadline_(channel::Clock::now() + options.total_limit),
        tallies_(bank.workloads().size()),
        candidate_calls_(bank.workloads().size()),
        baseline_calls_(bank.workloads().size()) {}

  TrialReport run() {
    const double begin = now_us();
    if (!load()) return finish();
    report_.load_ms = (now_us() - begin) * 1e-3;
    const auto plan = plan_calls(bank_, options_.calls_per_workload, random_);
    if (!draw_sets(plan)) return finish();
    const double calls_begin = now_us();
    deadline_ = channel::Clock::now() + options_.total_limit;
    const bool completed = make_calls(plan);
    report_.calls_ms = (now_us() - calls_begin) * 1e-3;
    if (completed && repeat_disturbed_calls()) conclude();
    return finish();
  }

 private:
  bool end(Outcome outcome, std::string reason) {
    report_.outcome = outcome;
    report_.reason = std::move(reason);
    return false;
  }

  bool load() {
    const auto started = candidate_.start(std::min(deadline_, channel::Clock::now() + options_.load_limit));
    report_.hint = candidate_.hint();
    switch (started.outcome) {
      case Link::died:
        return started.listening ? end(Outcome::died, "the library's static constructors ended the process")
                                 : end(Outcome::infra, "leap-runner ended before it loaded the library");
      case Link::timed_out:
        return end(Outcome::timeout, "loading the library took too long");
      case Link::cancelled:
        return end(Outcome::cancelled, "cancelled");
      case Link::ok:
        break;
    }
    switch (started.state) {
      case runner::RunnerState::no_library:
        return end(Outcome::no_code, "the library cannot be loaded: " + started.detail);
      case runner::RunnerState::no_entry:
        return end(Outcome::no_code, "the library has no symbol " + started.detail);
      case runner::RunnerState::waiting:
        break;
      default:
        if (!started.listening) return end(Outcome::infra, "leap-runner: " + started.detail);
        report_.evidence.push_back("code of the library spoke in place of leap-runner");
        return end(Outcome::cheat, "the library took over its process while it was loaded");
    }
    if (!started.filter_in_place) return end(Outcome::infra, "leap-runner's filter is not in place");
    switch (candidate_.stop(deadline_)) {
      case Link::died:
        return end(Outcome::died, "the process ended before its first call");
      case Link::timed_out:
        return end(Outcome::timeout, "the process could not be stopped");
      case Link::cancelled:
        return end(Outcome::cancelled, "cancelled");
      case Link::ok:
        break;
    }
    return true;
  }

  bool draw_sets(const std::vector<std::size_t>& plan) {
    std::vector<std::size_t> needed(tallies_.size(), 0);
    for (const std::size_t workload : plan) ++needed[workload];
    for (std::size_t w = 0; w < needed.size(); ++w) {
      if (!draw(w, needed[w])) return false;
    }
    return true;
  }

  // One set at a time, so that a cancellation waits for one evaluation at most. Time that the reference takes is not
  // the candidate's: the deadline moves along.
  bool draw(std::size_t workload, std::size_t count) {
    const auto begin = channel::Clock::now();
    for (std::size_t have = 1; have <= count; ++have) {
      if (const auto error = bank_.ensure(workload, have)) {
        return end(error->definition_fault ? Outcome::bad_definition : Outcome::infra, error->message);
      }
      if (channel::is_readable(cancel_fd_)) return end(Outcome::cancelled, "cancelled");
    }
    deadline_ += channel::Clock::now() - begin;
    return true;
  }

  // A wrong answer does not end the trial, since the share of cases passed is part of the verdict; but from then on two
  // calls a workload are enough.
  bool make_calls(const std::vector<std::size_t>& plan) {
    for (const std::size_t workload : plan) {
      const Tally& tally = tallies_[workload];
      if (tally.failed || (any_failed() && tally.calls >= 2)) continue;
      if (!make_call(workload)) return false;
    }
    return true;
  }

  bool any_failed() const {
    return std::any_of(tallies_.begin(), tallies_.end(), [](const Tally& tally) { return tally.failed; });
  }

  // On a busy host some calls say little about the kernel: others take their place, at most twice as many as were
  // planned.
  bool repeat_disturbed_calls() {
    const auto give_up = deadline_ - options_.total_limit / 2;  // a slow kernel keeps what it has
    for (std::size_t w = 0; w < tallies_.size(); ++w) {
      for (int extra = 0; extra < 2 * options_.calls_per_workload && channel::Clock::now() < give_up; ++extra) {
        if (any_failed() || quiet_calls(w) >= kQuietSamples) break;
        if (!make_call(w)) return false;
      }
    }
    return true;
  }

  // Undisturbed calls of a workload, on the side that has fewer.
  int quiet_calls(std::size_t workload) const {
    const int candidate = charged(candidate_calls_[workload], 0).quiet();
    return baseline_ == nullptr ? candidate : std::min(candidate, charged(baseline_calls_[workload], 0).quiet());
  }

  bool make_call(std::size_t workload) {
    Tally& tally = tallies_[workload];
    const auto set = static_cast<std::size_t>(tally.calls);
    if (!draw(workload, set + 1)) return false;
    const bool baseline_first = random_.below(2) == 0;
    if (baseline_first && !time_baseline(workload, set)) return false;
    const auto limit = std::min(deadline_, channel::Clock::now() + options_.call_limit);
    const auto result = make_checked_call(bank_, workload, set, candidate_, random_, key_,
                                          static_cast<std::uint64_t>(report_.calls), limit, /*keep=*/4);
    ++report_.calls;
    ++tally.calls;
    if (!accept(workload, result)) return false;
    if (!result.right) {
      tally.failed = true;
      for (const auto& mismatch : result.mismatches) {
        if (report_.mismatches.size() < kMaxMismatches) report_.mismatches.push_back(mismatch);
      }
      return true;
    }
    candidate_calls_[workload].push_back(result.time);
    return baseline_first || time_baseline(workload, set);
  }

  // Ends the trial when the call did not come back as a call should.
  bool accept(std::size_t workload, const CheckedCall& result) {
    const std::string& name = bank_.workloads()[workload].name;
    switch (result.outcome) {
      case Link::died:
        report_.hint = candidate_.hint();
        report_.fault = describe_fault(bank_, workload, candidate_.arena(), report_.hint);
        return end(Outcome::died, "the process ended in a call of workload " + name);
      case Link::timed_out:
        return end(Outcome::timeout, channel::Clock::now() >= deadline_
                                         ? "all calls together took too long"
                                         : "a call of workload " + name + " ran longer than " +
                                               std::to_string(options_.call_limit.count()) + " ms");
      case Link::cancelled:
        return end(Outcome::cancelled, "cancelled");
      case Link::ok:
        break;
    }
    if (result.cheat.empty()) return true;
    report_.evidence.push_back(result.cheat + " (workload " + name + ")");
    return end(Outcome::cheat, "work went on after the kernel said that it was done");
  }

  // It is asked again with a fresh process before the task is blamed: this one may be old, or have been killed.
  bool end_by_baseline(const std::string& how) { return end(Outcome::infra, std::string(kBaselineBlame) + " " + how); }

  // The baseline is ours, and need not be stopped, but for some calls: those show what a wake-up costs here and now.
  bool time_baseline(std::size_t workload, std::size_t set) {
    if (baseline_ == nullptr) return true;
    const auto limit = channel::Clock::now() + std::max(kBaselineLimit, options_.call_limit);
    const bool as_candidate = random_.below(5) == 0;
    if (as_candidate && baseline_->stop(limit) != Link::ok) return end_by_baseline("ended");
    give_inputs(bank_, workload, set, baseline_->arena());
    auto call = baseline_->call(call_arguments(bank_, workload, baseline_->arena()), as_candidate, limit);
    if (call.outcome == Link::cancelled) return end(Outcome::cancelled, "cancelled");
    if (call.outcome != Link::ok) return end_by_baseline(call.outcome == Link::died ? "crashed" : "did not come back");
    if (as_candidate) {
      if (baseline_->stop(limit) != Link::ok) return end_by_baseline("ended");
      call.time.outside_us = baseline_->processor_used_us() - call.time.elapsed_us;
      wake_ups_.push_back(call.time);
      baseline_->resume();
    }
    call.time.outside_us = 0;  // trusted
    baseline_calls_[workload].push_back(call.time);
    return true;
  }

  void conclude() {
    report_.cases.total = static_cast<int>(tallies_.size());
    report_.cases.passed = static_cast<int>(std::count_if(
        tallies_.begin(), tallies_.end(), [](const Tally& tally) { return !tally.failed && tally.calls > 0; }));
    if (report_.cases.passed != report_.cases.total) {
      end(Outcome::wrong, std::to_string(report_.cases.total - report_.cases.passed) + " of " +
                              std::to_string(report_.cases.total) + " workloads gave wrong outputs");
      return;
    }
    const double wake_up = wake_up_us(wake_ups_);
    for (std::size_t w = 0; w < tallies_.size() && candidate_.threads() == 1; ++w) {
      const auto evidence = head_start_evidence(bank_.workloads()[w].name, candidate_calls_[w], wake_up);
      if (!evidence.empty()) report_.evidence.push_back(evidence);
    }
    if (!report_.evidence.empty()) {
      end(Outcome::cheat, "work was done before the call's clock was started");
      return;
    }
    end(Outcome::correct, "all outputs of " + std::to_string(report_.calls) + " calls are within tolerance");
    report_.timing = timing(wake_up);
  }

  protocol::Timing timing(double wake_up) const {
    protocol::Timing timing;
    timing.source = "host_clock";
    std::vector<double> medians, spreads, speedups;
    for (std::size_t w = 0; w < tallies_.size(); ++w) {
      const TimeSamples samples = charged(candidate_calls_[w], wake_up);
      const std::vector<double> usable = samples.usable();
      protocol::WorkloadTime time;
      time.workload = bank_.workloads()[w].name;
      time.median_us = median(usable);
      time.p10_us = quantile(usable, 0.1);
      time.p90_us = quantile(usable, 0.9);
      time.samples = static_cast<int>(usable.size());
      time.disturbed = samples.left_out();
      if (baseline_ != nullptr) {
        time.baseline_median_us = median(charged(baseline_calls_[w], 0).usable());
        speedups.push_back(time.baseline_median_us / time.median_us);
      }
      medians.push_back(time.median_us);
      spreads.push_back(time.p90_us / time.p10_us);
      timing.reliable = timing.reliable && quiet_calls(w) >= kFewestSamples;
      timing.workloads.push_back(std::move(time));
    }
    timing.median_us = geometric_mean(medians);
    timing.spread = geometric_mean(spreads);
    if (timing.reliable && !speedups.empty()) timing.speedup = geometric_mean(speedups);
    return timing;
  }

  TrialReport finish() {
    for (std::size_t w = 0; w < tallies_.size(); ++w) bank_.retire(w, static_cast<std::size_t>(tallies_[w].calls));
    return std::move(report_);
  }

  Bank& bank_;
  RunnerLink& candidate_;
  RunnerLink* baseline_;
  TrialOptions options_;
  Key key_;
  int cancel_fd_;
  Generator random_;
  channel::Deadline deadline_;
  std::vector<Tally> tallies_;
  std::vector<TimedCalls> candidate_calls_, baseline_calls_;
  TimedCalls wake_ups_;  // calls of the baseline that were released and stopped as the candidate's are
  TrialReport report_;
};

constexpr std::array<std::string_view, 9> kOutcomeNames{"correct", "wrong",          "cheat", "no_code",  "died",
                                                        "timeout", "bad_definition", "infra", "cancelled"};

}  // namespace

TrialReport judge_solution(Bank& bank, RunnerLink& candidate, const Baseline& baseline, const TrialOptions& options,
                           const Key& key, int cancel_fd) {
  return Trial(bank, candidate, baseline, options, key, cancel_fd).run();
}

std::string_view name(TrialReport::Outcome outcome) { return kOutcomeNames.at(static_cast<std::size_t>(outcome)); }

std::optional<TrialReport::Outcome> parse_outcome(std::string_view word) {
  for (std::size_t i = 0; i < kOutcomeNames.size(); ++i) {
    if (kOutcomeNames[i] == word) return static_cast<Outcome>(i);
  }
  return std::nullopt;
}

}  // namespace leap::judge
