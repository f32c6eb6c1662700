// Grading many solutions with one evaluator.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/cli/interrupt.h"
#include "client/cli/task_shelf.h"
#include "sandbox/evaluation/evaluator.h"

namespace leap::cli {

// One solution to be graded.
struct Item {
  std::string task_name;  // fit to be shown, as is `label`
  std::string label;      // what the person calls it: the file's name, "baseline"
  TaskPtr task;           // null only when `decided`
  protocol::Solution solution;
  std::optional<protocol::Verdict> expected;    // with --examples
  std::optional<protocol::Evaluation> decided;  // known without running anything: no source, a broken task
};

// An item with the evaluations that were finished; fewer than asked for after an interruption.
struct Outcome {
  const Item* item = nullptr;
  std::vector<protocol::Evaluation> evaluations;
};

struct GradingOptions {
  evaluation::GradeOptions grade;
  int slots = 1;
  int repeat = 1;
};

// Hears what happens, one call at a time, from any thread. What it throws ends the grading and comes out of it.
class GradingObserver {
 public:
  virtual ~GradingObserver() = default;
  virtual void at_stage(const Item& item, const std::string& stage) = 0;
  // `unit` counts all evaluations: item by item, each with all its repetitions.
  virtual void done(std::size_t unit, const Item& item, const protocol::Evaluation& evaluation) = 0;
};

// An evaluator that Ctrl-C cancels. Make it before the process has threads.
class GradingSession {
 public:
  explicit GradingSession(const evaluation::EvaluatorOptions& options);

  evaluation::Evaluator& evaluator() { return evaluator_; }
  bool interrupted() const { return watch_.interrupted(); }

 private:
  InterruptBlock block_;
  evaluation::Evaluator evaluator_;
  InterruptWatch watch_;
};

// Grades each item `repeat` times on `slots` threads. Comes back early, with what is finished, when cancelled.
std::vector<Outcome> grade_items(evaluation::Evaluator& evaluator, const std::vector<Item>& items,
                                 const GradingOptions& options, GradingObserver& observer);

// The cores that timing leaves free, at least one slot, and no more than there are solutions.
int default_slots(std::size_t evaluations);

}  // namespace leap::cli
