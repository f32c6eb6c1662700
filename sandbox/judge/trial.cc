#include "sandbox/judge/trial.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "sandbox/judge/checked_call.h"
#include "sandbox/judge/early_work.h"
#include "sandbox/judge/fault_place.h"
#include "sandbox/judge/statistics.h"
#include "sandbox/judge/time_samples.h"

namespace leap::judge {

namespace {

using Outcome = TrialReport::Outcome;
using Link = RunnerLink::Outcome;

constexpr std::chrono::milliseconds kBaselineLimit{5000};  // for one call: a naive kernel may be slow

enum Stream : std::uint32_t { kPlanStream = kJudgeStream };

struct PlannedCall {
  std::size_t workload;
  RunnerLink::Release release;
};

// Order, number and kind of the calls are the judge's secret: nothing tells a checked call from a timed one, because
// each is both. Roughly one call in three is released at once (see early_work.h), at least two in every workload.
std::vector<PlannedCall> plan_calls(const Bank& bank, int calls_per_workload, Generator& random) {
  std::vector<PlannedCall> plan;
  for (std::size_t w = 0; w < bank.workloads().size(); ++w) {
    const std::size_t calls = static_cast<std::size_t>(calls_per_workload) + random.below(kMaxExtraCalls + 1);
    for (std::size_t s = 0; s < calls; ++s) {
      const bool at_once = s % 3 == 2;
      plan.push_back({w, at_once ? RunnerLink::Release::at_once : RunnerLink::Release::settled});
    }
  }
  for (std::size_t i = plan.size(); i > 1; --i) std::swap(plan[i - 1], plan[random.below(i)]);
  return plan;
}

// The calls of one workload.
struct Samples {
  CallTimes candidate;
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
        samples_(bank.workloads().size()),
        baseline_times_(bank.workloads().size()) {}

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
    if (!candidate_.stop()) return end(Outcome::died, "the process ended before its first call");
    return true;
  }

  bool draw_sets(const std::vector<PlannedCall>& plan) {
    std::vector<std::size_t> needed(samples_.size(), 0);
    for (const auto& call : plan) ++needed[call.workload];
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
  bool make_calls(const std::vector<PlannedCall>& plan) {
    bool any_failed = false;
    for (const auto& call : plan) {
      Samples& samples = samples_[call.workload];
      if (samples.failed || (any_failed && samples.calls >= 2)) continue;
      if (!make_call(call)) return false;
      any_failed = any_failed || samples.failed;
    }
    return true;
  }

  // On a busy host some calls say little about the kernel: others take their place, at most as many as were planned.
  bool repeat_disturbed_calls() {
    if (std::any_of(samples_.begin(), samples_.end(), [](const Samples& s) { return s.failed; })) return true;
    const auto give_up = deadline_ - options_.total_limit / 2;  // a slow kernel keeps what it has
    for (std::size_t w = 0; w < samples_.size(); ++w) {
      for (int extra = 0; extra < 2 * options_.calls_per_workload && channel::Clock::now() < give_up; ++extra) {
        const auto missing = missing_kind(w);
        if (!missing) break;
        if (!make_call({w, *missing})) return false;
        if (samples_[w].failed) return true;
      }
    }
    return true;
  }

  // The kind of call of which a workload has too few that count.
  std::optional<RunnerLink::Release> missing_kind(std::size_t workload) const {
    const auto few = [](const CallTimes& times) { return times.settled.quiet() < kQuietSamples; };
    if (few(samples_[workload].candidate)) return RunnerLink::Release::settled;
    if (baseline_ != nullptr && few(baseline_times_[workload])) return RunnerLink::Release::settled;
    if (samples_[workload].candidate.at_once_us.size() < kFewestAtOnce) return RunnerLink::Release::at_once;
    return std::nullopt;
  }

  bool make_call(const PlannedCall& planned) {
    const auto set = static_cast<std::size_t>(samples_[planned.workload].calls);
    if (!draw(planned.workload, set + 1)) return false;
    const bool baseline_first = random_.below(2) == 0;
    if (baseline_first && !time_baseline(planned, set)) return false;
    const auto limit = std::min(deadline_, channel::Clock::now() + options_.call_limit);
    const auto result = make_checked_call(bank_, planned.workload, set, candidate_, planned.release, random_, key_,
                                          static_cast<std::uint64_t>(report_.calls), limit, /*keep=*/4);
    ++report_.calls;
    Samples& samples = samples_[planned.workload];
    ++samples.calls;
    if (!accept(planned, result)) return false;
    if (!result.right) {
      samples.failed = true;
      for (const auto& mismatch : result.mismatches) {
        if (report_.mismatches.size() < kMaxMismatches) report_.mismatches.push_back(mismatch);
      }
      return true;
    }
    add_time(samples.candidate, planned.release, result.elapsed_us, result.delays);
    return baseline_first || time_baseline(planned, set);
  }

  // Ends the trial when the call did not come back as a call should.
  bool accept(const PlannedCall& planned, const CheckedCall& result) {
    const std::string& workload = bank_.workloads()[planned.workload].name;
    switch (result.outcome) {
      case Link::died:
        report_.hint = candidate_.hint();
        report_.fault = describe_fault(bank_, planned.workload, candidate_.arena(), report_.hint);
        return end(Outcome::died, "the process ended in a call of workload " + workload);
      case Link::timed_out:
        return end(Outcome::timeout, channel::Clock::now() >= deadline_
                                         ? "all calls together took too long"
                                         : "a call of workload " + workload + " ran longer than " +
                                               std::to_string(options_.call_limit.count()) + " ms");
      case Link::cancelled:
        return end(Outcome::cancelled, "cancelled");
      case Link::ok:
        break;
    }
    if (result.cheat.empty()) return true;
    report_.evidence.push_back(result.cheat + " (workload " + workload + ")");
    return end(Outcome::cheat, "work went on after the kernel said that it was done");
  }

  static void add_time(CallTimes& times, RunnerLink::Release release, double elapsed_us, const Delays& delays) {
    if (release == RunnerLink::Release::settled) {
      times.settled.add(elapsed_us, delays);
    } else {
      times.add_at_once(elapsed_us, delays);
    }
  }

  // It is asked again with a fresh process before the task is blamed: this one may be old, or have been killed.
  bool end_by_baseline(const std::string& how) { return end(Outcome::infra, std::string(kBaselineBlame) + " " + how); }

  // The baseline is ours: it is stopped only where a wake-up is to be measured.
  bool time_baseline(const PlannedCall& planned, std::size_t set) {
    if (baseline_ == nullptr) return true;
    const bool at_once = planned.release == RunnerLink::Release::at_once;
    give_inputs(bank_, planned.workload, set, baseline_->arena());
    const auto arguments = call_arguments(bank_, planned.workload, baseline_->arena());
    if (at_once && !baseline_->stop()) return end_by_baseline("ended");
    const auto call = baseline_->call(arguments, planned.release, /*stopped=*/at_once,
                                      channel::Clock::now() + std::max(kBaselineLimit, options_.call_limit));
    if (call.outcome == Link::cancelled) return end(Outcome::cancelled, "cancelled");
    if (call.outcome != Link::ok) return end_by_baseline(call.outcome == Link::died ? "crashed" : "did not come back");
    add_time(baseline_times_[planned.workload], planned.release, call.elapsed_us, baseline_->delays());
    return true;
  }

  void conclude() {
    report_.cases.total = static_cast<int>(samples_.size());
    report_.cases.passed = static_cast<int>(
        std::count_if(samples_.begin(), samples_.end(), [](const Samples& s) { return !s.failed && s.calls > 0; }));
    if (report_.cases.passed != report_.cases.total) {
      end(Outcome::wrong, std::to_string(report_.cases.total - report_.cases.passed) + " of " +
                              std::to_string(report_.cases.total) + " workloads gave wrong outputs");
      return;
    }
    if (const std::string early = find_early_work(); !early.empty()) {
      report_.evidence.push_back(early);
      end(Outcome::cheat, "work was done before the call's clock was started");
      return;
    }
    if (report_.outcome == Outcome::infra && !report_.reason.empty()) return;  // a re-check ended otherwise
    report_.outcome = Outcome::correct;
    report_.reason = "all outputs of " + std::to_string(report_.calls) + " calls are within tolerance";
    report_.timing = timing();
  }

  double allowance() const { return allowance_us(wake_up_us(baseline_times_), candidate_.threads()); }

  // Suspicion is cheap and conviction is not: a suspect workload is called again, as often in each way, and only what
  // holds in the larger sample counts.
  std::string find_early_work() {
    for (std::size_t w = 0; w < samples_.size(); ++w) {
      Samples& samples = samples_[w];
      if (!suspect_early_work(samples.candidate, allowance())) continue;
      for (int extra = 0; extra < 2 * kConfirmingCalls; ++extra) {
        const auto release = extra % 2 == 0 ? RunnerLink::Release::at_once : RunnerLink::Release::settled;
        if (!make_call({w, release}) || samples.failed) return "";
      }
      if (suspect_early_work(samples.candidate, allowance())) {
        return early_work_evidence(bank_.workloads()[w].name, samples.candidate);
      }
    }
    return "";
  }

  // Whether every median rests on calls that the host left alone.
  bool quiet_enough() const {
    for (std::size_t w = 0; w < samples_.size(); ++w) {
      if (samples_[w].candidate.settled.quiet() < kFewestSamples) return false;
      if (baseline_ != nullptr && baseline_times_[w].settled.quiet() < kFewestSamples) return false;
    }
    return true;
  }

  protocol::Timing timing() const {
    protocol::Timing timing;
    timing.source = "host_clock";
    std::vector<double> medians, spreads, speedups;
    for (std::size_t w = 0; w < samples_.size(); ++w) {
      const Samples& samples = samples_[w];
      protocol::WorkloadTime time;
      time.workload = bank_.workloads()[w].name;
      const std::vector<double> usable = samples.candidate.settled.usable();
      time.median_us = std::max(median(usable), floor_us(samples.candidate, allowance()));
      time.p10_us = quantile(usable, 0.1);
      time.p90_us = std::max(quantile(usable, 0.9), time.median_us);
      time.samples = static_cast<int>(usable.size());
      time.disturbed = samples.candidate.settled.left_out();
      if (const auto baseline = baseline_times_[w].settled.usable(); !baseline.empty()) {
        time.baseline_median_us = median(baseline);
        speedups.push_back(time.baseline_median_us / time.median_us);
      }
      medians.push_back(time.median_us);
      spreads.push_back(time.p90_us / time.p10_us);
      timing.workloads.push_back(std::move(time));
    }
    timing.median_us = geometric_mean(medians);
    timing.spread = geometric_mean(spreads);
    timing.reliable = quiet_enough();
    if (timing.reliable && !speedups.empty()) timing.speedup = geometric_mean(speedups);
    return timing;
  }

  TrialReport finish() {
    for (std::size_t w = 0; w < samples_.size(); ++w) bank_.retire(w, static_cast<std::size_t>(samples_[w].calls));
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
  std::vector<Samples> samples_;
  std::vector<CallTimes> baseline_times_;
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
