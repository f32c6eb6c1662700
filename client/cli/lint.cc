// `leap tasks lint`: the admission test of each task, then its baseline.
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "client/cli/command.h"
#include "client/cli/format.h"
#include "client/cli/grading.h"
#include "client/cli/output.h"
#include "client/cli/progress.h"
#include "client/cli/table.h"
#include "client/cli/tasks_json.h"
#include "client/cli/terminal.h"
#include "client/cli/width.h"
#include "protocol/schema_error.h"
#include "protocol/text.h"

namespace leap::cli {

namespace {

using protocol::Verdict;

constexpr std::size_t kMaxLineBytes = 8192;

struct Admission {
  std::string task;
  judge::AdmissionReport report;
  std::optional<protocol::Evaluation> baseline;

  bool admitted() const { return report.admitted && baseline && baseline->verdict == Verdict::correct; }
  bool our_fault() const {
    return (!report.error.empty() && !report.definition_fault) || (baseline && baseline->verdict == Verdict::infra);
  }
};

std::string shown(std::string_view text) { return protocol::one_line(text, kMaxLineBytes); }

// What `leap grade --examples` holds each example to, it must say.
judge::AdmissionCheck check_examples(const protocol::Task& task) {
  std::string silent;
  for (const auto& example : task.examples) {
    if (!example.expected) silent += (silent.empty() ? "" : ", ") + example.file.filename().string();
  }
  judge::AdmissionCheck check;
  check.name = "examples";
  check.passed = silent.empty();
  check.detail = check.passed ? plural(task.examples.size(), "example solution")
                              : "no `// expect: VERDICT` in the first lines of " + silent;
  return check;
}

Admission examine(evaluation::Evaluator& evaluator, TaskShelf& shelf, const std::string& name, Progress& progress) {
  Admission admission;
  admission.task = shown(name);
  try {
    const TaskPtr task = shelf.get(name);
    admission.task = task->definition.name;
    progress.stage(admission.task, "admission test");
    admission.report = evaluator.admit(*task);
    if (!admission.report.error.empty()) return admission;
    admission.report.checks.push_back(check_examples(*task));
    admission.report.admitted = admission.report.admitted && admission.report.checks.back().passed;
    evaluation::GradeOptions options;
    options.baseline = false;  // it would be timed beside itself
    admission.baseline = evaluator.grade(*task, task->baseline, options, [&](const std::string& stage) {
      progress.stage(admission.task + " / baseline", stage);
    });
    admission.baseline->solution = "baseline";
  } catch (const protocol::SchemaError& error) {
    admission.report.error = error.what();
    admission.report.definition_fault = true;
  }
  return admission;
}

// A line for each check, the reason beside those that fail, and once more below where the line had no room for it.
std::string text_of(const Admission& admission, std::size_t columns, const Palette& palette) {
  const bool admitted = admission.admitted();
  std::string text = palette.paint(Style::strong, admission.task) + ": " +
                     palette.paint(admitted ? Style::good : Style::bad, admitted ? "admitted" : "refused");
  if (admission.report.memory_bytes > 0) text += ", " + format_bytes(admission.report.memory_bytes) + " to grade";
  text += "\n";
  Table table({{" "}, {"check"}, {"detail"}});
  std::vector<std::string> reasons;
  const auto add = [&](bool passed, const std::string& name, const std::string& detail) {
    if (!passed) reasons.push_back(shown(detail));
    table.add({Cell(passed ? "ok" : "FAILED", passed ? Style::good : Style::bad), Cell(shown(name)),
               Cell(shown(detail), passed ? Style::faint : Style::plain)});
  };
  if (!admission.report.error.empty()) add(false, "definition", admission.report.error);
  for (const auto& check : admission.report.checks) add(check.passed, check.name, check.detail);
  if (admission.baseline) {
    const bool correct = admission.baseline->verdict == Verdict::correct;
    add(correct, "baseline",
        correct ? "correct"
                : std::string(protocol::name(admission.baseline->verdict)) + ": " + admission.baseline->reason);
  }
  std::string rows = table.text(columns, palette);
  rows.erase(0, rows.find('\n') + 1);  // the titles say nothing here
  text += rows;
  for (const std::string& reason : reasons) {
    if (rows.find(reason) == rows.npos) text += "\n" + wrapped(reason, columns, "  ");
  }
  return text + "\n";
}

evaluation::EvaluatorOptions evaluator_options(const LintCommand& command) {
  evaluation::EvaluatorOptions options;
  options.installation = evaluation::find_installation();
  options.allow_degraded = command.allow_degraded;
  return options;
}

}  // namespace

int lint(const LintCommand& command) {
  TaskShelf shelf = open_shelf(command.tasks_dir);
  const std::vector<std::string>& names = command.names.empty() ? shelf.names() : command.names;
  for (const std::string& name : command.names) {
    try {
      shelf.get(name);
    } catch (const protocol::SchemaError&) {  // one that exists and cannot be read is a finding
    }
  }
  const Terminal terminal = inspect_terminal(STDOUT_FILENO);
  const Palette palette(terminal.colour);
  GradingSession session(evaluator_options(command));
  std::size_t admitted = 0;
  bool our_fault = false;
  {
    Progress progress(names.size());
    for (const std::string& name : names) {
      const Admission admission = examine(session.evaluator(), shelf, name, progress);
      if (session.interrupted()) return kExitInterrupted;
      progress.done();
      progress.aside([&] {
        print(command.json ? admission_json(admission.task, admission.report, admission.baseline)
                           : text_of(admission, terminal.columns, palette));
      });
      admitted += admission.admitted() ? 1 : 0;
      our_fault = our_fault || admission.our_fault();
    }
  }
  const bool all = admitted == names.size();
  if (!command.json) {
    print(palette.paint(all ? Style::good : Style::bad,
                        std::to_string(admitted) + " of " + plural(names.size(), "task") + " admitted") +
          "\n");
  }
  return our_fault ? kExitOurError : all ? kExitGood : kExitNotGood;
}

}  // namespace leap::cli
