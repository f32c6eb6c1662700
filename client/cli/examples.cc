#include "client/cli/grade.h"
#include "protocol/limits.h"
#include "protocol/schema_error.h"
#include "protocol/text.h"
#include "sandbox/evaluation/feedback.h"

namespace leap::cli {

namespace {

using protocol::Verdict;

constexpr std::size_t kMaxReasonBytes = 8192;

Item item_of(const TaskPtr& task, const protocol::Solution& solution, Verdict expected) {
  Item item;
  item.task_name = task->definition.name;
  item.label = solution.name;
  item.task = task;
  item.solution = solution;
  item.expected = expected;
  return item;
}

Item baseline_item(const TaskPtr& task) {
  Item item = item_of(task, task->baseline, Verdict::correct);
  item.solution.name = "baseline";
  item.label = "baseline";
  return item;
}

// An item that stands for something that cannot be graded.
Item broken_item(const std::string& task, const std::string& label, const std::string& reason) {
  Item item;
  item.task_name = protocol::one_line(task, protocol::limits::kMaxNameBytes);
  item.label = label;
  item.expected = Verdict::correct;
  protocol::Evaluation evaluation;
  evaluation.verdict = Verdict::bad_definition;
  evaluation.reason = protocol::one_line(reason, kMaxReasonBytes);
  evaluation.task = item.task_name;
  evaluation.solution = label;
  evaluation.language = "cpp";
  evaluation.device = "cpu";
  evaluation.feedback = evaluation::feedback(evaluation);
  item.decided = std::move(evaluation);
  return item;
}

void add_task(std::vector<Item>& items, const TaskPtr& task) {
  items.push_back(baseline_item(task));
  for (const auto& example : task->examples) {
    if (example.expected) {
      items.push_back(item_of(task, example.solution, *example.expected));
    } else {
      items.push_back(broken_item(task->definition.name, example.solution.name,
                                  "its first lines have no `// expect: VERDICT`, so nothing says what it must get"));
    }
  }
}

}  // namespace

std::vector<Item> example_items(TaskShelf& shelf, const GradeCommand& command) {
  std::vector<Item> items;
  for (const std::string& name : command.tasks.empty() ? shelf.names() : command.tasks) {
    try {
      add_task(items, shelf.get(name));
    } catch (const protocol::SchemaError& error) {
      items.push_back(broken_item(name, "(task)", error.what()));
    }
  }
  return items;
}

}  // namespace leap::cli
