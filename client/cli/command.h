// What the command line asks for: one plain struct a subcommand.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace leap::cli {

struct GradeCommand {
  std::vector<std::string> files;  // "-" is standard input
  std::vector<std::string> tasks;  // with files: at most one
  bool examples = false;
  bool json = false;
  bool baseline = true;
  bool allow_degraded = false;
  int repeat = 1;
  int slots = 0;  // 0: chosen by the number of cores
  int call_timeout_ms = 1000;
  std::string tasks_dir;  // empty: the shipped one
  std::string output;     // empty: none
};

struct TasksCommand {
  std::vector<std::string> names;  // empty: list them all
  bool json = false;
  std::string tasks_dir;
};

struct LintCommand {
  std::vector<std::string> names;  // empty: all
  bool json = false;
  bool allow_degraded = false;
  std::string tasks_dir;
};

struct CheckCommand {
  bool json = false;
};

using Command = std::variant<GradeCommand, TasksCommand, LintCommand, CheckCommand>;

inline constexpr int kExitGood = 0;
inline constexpr int kExitNotGood = 1;         // a verdict that is not the wanted one
inline constexpr int kExitOurError = 2;        // ours, or wrong usage
inline constexpr int kExitOutputClosed = 141;  // what a shell shows for SIGPIPE

int grade(const GradeCommand& command);
int tasks(const TasksCommand& command);
int lint(const LintCommand& command);
int check(const CheckCommand& command);

}  // namespace leap::cli
