#include "client/cli/grade.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "client/cli/grading_table.h"
#include "client/cli/output.h"
#include "client/cli/progress.h"
#include "client/cli/report.h"
#include "client/cli/terminal.h"
#include "protocol/text.h"

namespace leap::cli {

namespace {

using protocol::Evaluation;
using protocol::Verdict;
using Clock = std::chrono::steady_clock;

// A trial may last as long as this many calls at their limit, where that is more than the judge's own default.
constexpr int kTrialInCallLimits = 20;

void check_usage(const GradeCommand& command) {
  if (command.examples && !command.files.empty()) {
    throw std::runtime_error("--examples grades the shipped solutions: give no FILE with it, or leave it out");
  }
  if (!command.examples && command.files.empty()) {
    throw std::runtime_error("no FILE given: `leap grade my_kernel.cpp --task NAME`, or `leap grade --examples`");
  }
  if (!command.examples && command.tasks.size() > 1) {
    throw std::runtime_error("all files of one `leap grade` are for one task: give --task once");
  }
  if (std::count(command.files.begin(), command.files.end(), "-") > 1) {
    throw std::runtime_error("standard input (-) can be graded once, not twice");
  }
}

bool is_input(const GradeCommand& command, const std::filesystem::path& output) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(output, error)) return false;
  return std::any_of(command.files.begin(), command.files.end(), [&](const std::string& file) {
    std::error_code missing;  // says no
    return std::filesystem::equivalent(file == "-" ? "/dev/stdin" : file, output, missing);
  });
}

// The output is emptied before anything is graded: a slip of the hand must not cost somebody a kernel.
void check_output(const GradeCommand& command) {
  const std::filesystem::path output = command.output;
  if (is_input(command, output)) {
    throw std::runtime_error("--output " + protocol::in_quotes(command.output) + " is a file that is to be graded");
  }
  constexpr const char* kSourceExtensions[] = {".cpp", ".cc", ".cxx", ".c", ".cu", ".h", ".hpp", ".cuh"};
  if (std::count(std::begin(kSourceExtensions), std::end(kSourceExtensions), output.extension()) > 0) {
    throw std::runtime_error("--output " + protocol::in_quotes(command.output) +
                             " is named as a source file; JSON lines go to something like results.jsonl");
  }
}

// Prints evaluations as they come, in the order of the command line.
class Reporter : public GradingObserver {
 public:
  Reporter(const GradeCommand& command, std::size_t units)
      : json_(command.json),
        log_(!command.json && !inspect_terminal(STDERR_FILENO).interactive && units > 1),
        lines_(units),
        progress_(units) {}

  void write_to(OutputFile& file) { file_ = &file; }

  void at_stage(const Item& item, const std::string& stage) override {
    progress_.stage(item.task_name + " / " + item.label, stage);
  }

  void done(std::size_t unit, const Item& item, const Evaluation& evaluation) override {
    progress_.done();
    ++done_;
    if (log_) log(item, evaluation);
    if (!json_ && file_ == nullptr) return;
    lines_[unit] = protocol::to_json_text(evaluation) + "\n";
    for (; next_ < lines_.size() && !lines_[next_].empty(); ++next_) write(lines_[next_]);
  }

  // What waits behind an evaluation that never came.
  void finish() {
    for (; next_ < lines_.size(); ++next_) write(lines_[next_]);
  }

 private:
  void write(const std::string& line) {
    if (line.empty()) return;
    progress_.aside([&] {
      if (json_) print(line);
      if (file_ != nullptr) file_->write(line);
    });
  }

  void log(const Item& item, const Evaluation& evaluation) {
    std::string text = "[" + std::to_string(done_) + "/" + std::to_string(lines_.size()) + "] " + item.task_name +
                       " / " + item.label + ": " + std::string(protocol::name(evaluation.verdict));
    if (item.expected && *item.expected != evaluation.verdict) {
      text += ", EXPECTED " + std::string(protocol::name(*item.expected));
    }
    complain(text + "\n");
  }

  const bool json_;
  const bool log_;  // a line for each, where no progress line can be shown
  OutputFile* file_ = nullptr;
  std::vector<std::string> lines_;  // by unit
  std::size_t next_ = 0;            // all before it are written
  std::size_t done_ = 0;
  Progress progress_;
};

evaluation::EvaluatorOptions evaluator_options(const GradeCommand& command, int slots) {
  evaluation::EvaluatorOptions options;
  options.installation = evaluation::find_installation();
  options.slots = slots;
  options.allow_degraded = command.allow_degraded;
  return options;
}

evaluation::GradeOptions grade_options(const GradeCommand& command) {
  evaluation::GradeOptions options;
  options.baseline = command.baseline;
  options.trial.call_limit = std::chrono::milliseconds(command.call_timeout_ms);
  options.trial.total_limit = std::max(options.trial.total_limit, kTrialInCallLimits * options.trial.call_limit);
  return options;
}

void show(const GradeCommand& command, const std::vector<Outcome>& outcomes, std::chrono::duration<double> elapsed) {
  const Terminal terminal = inspect_terminal(STDOUT_FILENO);
  const Palette palette(terminal.colour);
  const bool one = outcomes.size() == 1 && outcomes.front().evaluations.size() == 1 && !command.examples;
  if (one) return print(report_text(outcomes.front().evaluations.front(), terminal.columns, palette));
  print(grading_table(outcomes, {terminal.columns, terminal.interactive}, palette) + "\n" +
        summary_line(outcomes, elapsed, palette));
}

}  // namespace

int grade(const GradeCommand& command) {
  check_usage(command);
  check_output(command);
  TaskShelf shelf = open_shelf(command.tasks_dir);
  const std::vector<Item> items = command.examples ? example_items(shelf, command) : file_items(shelf, command);
  std::optional<OutputFile> output;
  if (!command.output.empty()) output.emplace(command.output);

  const auto begin = Clock::now();
  const std::size_t units = items.size() * static_cast<std::size_t>(command.repeat);
  GradingOptions options{grade_options(command), command.slots > 0 ? command.slots : default_slots(units),
                         command.repeat};
  if (inspect_terminal(STDERR_FILENO).interactive) complain("starting the sandbox\r");
  GradingSession session(evaluator_options(command, options.slots));
  std::vector<Outcome> outcomes;
  {
    Reporter reporter(command, units);
    if (output) reporter.write_to(*output);
    outcomes = grade_items(session.evaluator(), items, options, reporter);
    reporter.finish();
  }
  if (!command.json) show(command, outcomes, Clock::now() - begin);
  return session.interrupted() ? kExitInterrupted : exit_status(outcomes);
}

}  // namespace leap::cli
