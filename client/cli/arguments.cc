// The only file that includes CLI11, which takes seconds to compile.
#include "client/cli/arguments.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "client/cli/output.h"
#include "protocol/names.h"
#include "protocol/text.h"

namespace leap::cli {

namespace {

constexpr int kMaxRepeat = 1000;
constexpr int kMaxSlots = 64;
constexpr int kMaxCallTimeoutMs = 600'000;

constexpr const char* kExitStatus = R"(
Exit status:
  0    everything is as it should be
  1    it is not: a solution that is not correct, a task that is refused, a layer that is missing
  2    wrong usage, or an error of ours (verdicts infra and bad_definition)
  130  interrupted by Ctrl-C or SIGTERM; results so far are printed
  141  the reader of the output left
)";

constexpr const char* kTopExamples = R"(
Examples:
  leap tasks                           which tasks there are
  leap tasks relu                      what one asks for, with the C prototype
  leap grade my_relu.cpp --task relu   compile, run, check and time a kernel of yours
  leap grade --examples                grade the solutions that ship with every task
  leap check                           is the sandbox complete on this host?
`leap COMMAND --help` tells more about each.
)";

constexpr const char* kGradeExamples = R"(
FILE is C++20 (.cpp, .cc, .cxx) that defines the task's function, or - for standard input. Without --task, the task is
the folder that FILE lies in (tasks/NAME/solutions/) or the one that FILE is named after (relu.cpp).

Examples:
  leap grade my_kernel.cpp --task relu
  leap grade a.cpp b.cpp c.cpp --task matmul --repeat 5    median speed-up of 5 gradings each
  generate | leap grade - --task matmul --json             one JSON object, for programs
  leap grade --examples --task relu --task matmul          each must get the verdict that its source expects

Verdicts, worst to best: cheat, no_code, compile_error, crash, timeout, memory_limit, wrong, correct. Beside them infra
and bad_definition, which say nothing about the solution.
)";

constexpr const char* kTasksExamples = R"(
Examples:
  leap tasks               a line for each task
  leap tasks matmul        its prompt, prototype, axes, workloads and example solutions
  leap tasks --json        the same for programs, one JSON object a line
  leap tasks lint          may these tasks be trusted? runs the admission test on each
)";

constexpr const char* kLintExamples = R"(
A task is admitted when nothing that is wrong is accepted (zeros, constants, a copied input, the reference at another
seed, NaN, one wrong element, an untouched output), what is right is, its baseline is graded correct, and each example
says what it must get. NAME may be the path of a task's folder.

Examples:
  leap tasks lint
  leap tasks lint my_task --tasks-dir my_tasks
  leap tasks lint ./my_task
)";

constexpr const char* kCheckExamples = R"(
Looks at each layer of the sandbox on this host, says what a missing one means and what to do about it, and then lets a
built-in attacker try to get out of a real jail.

Exit status: 0 complete, 1 degraded, 2 no jail can be made here or something got out.
)";

// Without CLI11's own description, which crowds the help.
CLI::Validator between_one_and(int most) { return CLI::Range(1, most).description(""); }

struct Parsed {
  GradeCommand grade;
  TasksCommand tasks;
  LintCommand lint;
  CheckCommand check;
};

CLI::App* declare_grade(CLI::App& app, GradeCommand& grade) {
  auto* command = app.add_subcommand("grade", "Grade solutions: compile, run, check, time");
  command->footer(std::string(kGradeExamples) + kExitStatus);
  command->add_option("FILE", grade.files, "Source files, or - for standard input")->type_name("");
  command->add_option("-t,--task", grade.tasks, "Name of the task (or the path of its folder); repeat with --examples")
      ->allow_extra_args(false)
      ->type_name("NAME");
  command->add_flag("--examples", grade.examples, "Grade the solutions that ship with the tasks instead of files");
  command->add_flag("--json", grade.json, "One JSON object per evaluation and line, nothing else, on standard output");
  command->add_option("-o,--output", grade.output, "Also write those JSON lines to a file")->type_name("FILE");
  command->add_option("--repeat", grade.repeat, "Grade each N times, with fresh inputs in a fresh jail")
      ->type_name("N")
      ->check(between_one_and(kMaxRepeat));
  command
      ->add_option("--slots", grade.slots,
                   "Solutions that are compiled at the same time (default: the cores that timing leaves free)")
      ->type_name("N")
      ->check(between_one_and(kMaxSlots));
  command->add_option("--call-timeout-ms", grade.call_timeout_ms, "Longest time for one call (default: 1000)")
      ->type_name("N")
      ->check(between_one_and(kMaxCallTimeoutMs));
  command->add_flag_callback(
      "--no-baseline", [&grade] { grade.baseline = false; }, "Do not time the task's baseline beside the solution");
  command->add_flag("--allow-degraded", grade.allow_degraded, "Go on where a layer of the sandbox is missing");
  command->add_option("--tasks-dir", grade.tasks_dir, "Another folder of tasks")->type_name("DIR");
  return command;
}

CLI::App* declare_tasks(CLI::App& app, TasksCommand& tasks) {
  auto* command = app.add_subcommand("tasks", "List tasks, show one, or test them");
  command->footer(kTasksExamples);
  command->add_option("NAME", tasks.names, "Tasks to show")->type_name("");
  command->add_flag("--json", tasks.json, "One JSON object per task and line");
  command->add_option("--tasks-dir", tasks.tasks_dir, "Another folder of tasks")->type_name("DIR");
  return command;
}

CLI::App* declare_lint(CLI::App& tasks, LintCommand& lint) {
  auto* command = tasks.add_subcommand("lint", "The admission test: may these tasks be trusted?");
  command->footer(std::string(kLintExamples) + kExitStatus);
  command->add_option("NAME", lint.names, "Tasks to test, by name or folder (default: all)")->type_name("");
  command->add_flag("--json", lint.json, "One JSON object per task and line");
  command->add_flag("--allow-degraded", lint.allow_degraded, "Go on where a layer of the sandbox is missing");
  command->add_option("--tasks-dir", lint.tasks_dir, "Another folder of tasks")->type_name("DIR");
  return command;
}

CLI::App* declare_check(CLI::App& app, CheckCommand& check) {
  auto* command = app.add_subcommand("check", "Is the sandbox complete on this host?");
  command->footer(kCheckExamples);
  command->add_flag("--json", check.json, "One JSON object");
  return command;
}

const CLI::App& deepest(const CLI::App& app) {
  const CLI::App* current = &app;
  while (!current->get_subcommands().empty()) current = current->get_subcommands().front();
  return *current;
}

std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? "leap" : full_name(*app.get_parent()) + " " + app.get_name();
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

// What CLI11 could not place: an option or a command that does not exist.
std::string unexpected(const CLI::App& app) {
  std::string word;
  for (const CLI::App* level = &app; word.empty() && level != nullptr; level = level->get_parent()) {
    const auto rest = level->remaining();
    if (!rest.empty()) word = rest.front();
  }
  if (word.starts_with('-')) return protocol::unknown_word("option", word.substr(0, word.find('=')), option_names(app));
  if (app.get_parent() == nullptr) return protocol::unknown_word("command", word, command_names(app));
  return "unexpected argument " + protocol::in_quotes(word);
}

int report(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& active = deepest(app);
  if (dynamic_cast<const CLI::Success*>(&error) != nullptr) {
    std::ostringstream text, ignored;
    app.exit(error, text, ignored);
    print(text.str());
    return kExitGood;
  }
  const bool extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  const std::string name = full_name(active);
  complain(name + ": " + (extra ? unexpected(active) : protocol::one_line(error.what(), 400)) + "\nSee `" + name +
           " --help`.\n");
  return kExitOurError;
}

}  // namespace

std::variant<Command, int> parse_arguments(int argc, const char* const* argv) {
  Parsed parsed;
  CLI::App app(
      "LEAP grades kernels: compiled and run in a jail, checked against a reference, timed by a clock that they "
      "cannot reach.",
      "leap");
  app.set_version_flag("--version", "leap " LEAP_VERSION);
  app.footer(std::string(kTopExamples) + kExitStatus);
  const CLI::App* grade = declare_grade(app, parsed.grade);
  CLI::App* tasks = declare_tasks(app, parsed.tasks);
  const CLI::App* lint = declare_lint(*tasks, parsed.lint);
  const CLI::App* check = declare_check(app, parsed.check);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return report(app, error);
  }
  if (grade->parsed()) return Command(parsed.grade);
  if (lint->parsed()) return Command(parsed.lint);
  if (tasks->parsed()) return Command(parsed.tasks);
  if (check->parsed()) return Command(parsed.check);
  complain(app.help());
  return kExitOurError;
}

}  // namespace leap::cli
