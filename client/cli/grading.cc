#include "client/cli/grading.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "client/cli/output.h"
#include "client/cli/terminal.h"

namespace leap::cli {

namespace {

constexpr std::size_t kMostSlots = 4;    // one solution is timed at a time: more would only wait
constexpr std::size_t kTimingCores = 2;  // the judge and a runner spin on one each; a compiler there spoils the times

class Grading {
 public:
  Grading(evaluation::Evaluator& evaluator, const std::vector<Item>& items, const GradingOptions& options,
          GradingObserver& observer)
      : evaluator_(evaluator),
        items_(items),
        options_(options),
        observer_(observer),
        repeat_(static_cast<std::size_t>(options.repeat)),
        finished_(items.size() * repeat_) {}

  std::vector<Outcome> run() {
    std::vector<std::thread> threads;
    try {
      for (int i = 0; i < options_.slots; ++i) threads.emplace_back([this] { work(); });
    } catch (const std::system_error& error) {
      fail(std::make_exception_ptr(std::runtime_error(std::string("a grading thread cannot start: ") + error.what())));
    }
    for (std::thread& thread : threads) thread.join();
    if (error_) std::rethrow_exception(error_);
    return outcomes();
  }

 private:
  void work() {
    try {
      for (std::size_t unit = next_++; unit < finished_.size() && !evaluator_.cancelled(); unit = next_++) grade(unit);
    } catch (...) {
      fail(std::current_exception());
    }
  }

  // The first failure comes out of run(), once no thread runs any more.
  void fail(std::exception_ptr error) {
    evaluator_.cancel();
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::move(error);
  }

  void grade(std::size_t unit) {
    const Item& item = items_[unit / repeat_];
    const auto progress = [&](const std::string& stage) {
      const std::lock_guard lock(mutex_);
      observer_.at_stage(item, stage);
    };
    protocol::Evaluation evaluation =
        item.decided ? *item.decided : evaluator_.grade(*item.task, item.solution, options_.grade, progress);
    // A verdict that was reached before the cancellation still counts.
    if (evaluation.verdict == protocol::Verdict::infra && evaluator_.cancelled()) return;
    const std::lock_guard lock(mutex_);
    finished_[unit] = std::move(evaluation);
    observer_.done(unit, item, *finished_[unit]);
  }

  std::vector<Outcome> outcomes() {
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      outcomes.push_back({&items_[i], {}});
      for (std::size_t unit = i * repeat_; unit < (i + 1) * repeat_; ++unit) {
        if (finished_[unit]) outcomes.back().evaluations.push_back(std::move(*finished_[unit]));
      }
    }
    return outcomes;
  }

  evaluation::Evaluator& evaluator_;
  const std::vector<Item>& items_;
  const GradingOptions& options_;
  GradingObserver& observer_;
  const std::size_t repeat_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;  // over all below, and the observer
  std::vector<std::optional<protocol::Evaluation>> finished_;
  std::exception_ptr error_;
};

}  // namespace

GradingSession::GradingSession(const evaluation::EvaluatorOptions& options)
    : evaluator_(options), watch_([this] {
        evaluator_.cancel();  // first: what is said about it may find no reader
        const bool over_progress = inspect_terminal(STDERR_FILENO).interactive;
        complain_if_free(std::string(over_progress ? "\r\033[K" : "") + "stopping; once more to leave at once\n");
      }) {
  for (const std::string& layer : evaluator_.degraded()) {
    complain("leap: the sandbox is incomplete on this host: " + layer + " (`leap check` says more)\n");
  }
}

std::vector<Outcome> grade_items(evaluation::Evaluator& evaluator, const std::vector<Item>& items,
                                 const GradingOptions& options, GradingObserver& observer) {
  return Grading(evaluator, items, options, observer).run();
}

int default_slots(std::size_t evaluations) {
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t free_cores = cores > kTimingCores ? cores - kTimingCores : 1;
  return static_cast<int>(std::max<std::size_t>(1, std::min({free_cores, kMostSlots, evaluations})));
}

}  // namespace leap::cli
