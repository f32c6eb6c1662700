#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "client/cli/grade.h"
#include "protocol/limits.h"
#include "protocol/schema_error.h"
#include "protocol/text.h"
#include "sandbox/evaluation/feedback.h"

namespace leap::cli {

namespace {

Item file_item(TaskShelf& shelf, const GradeCommand& command, const std::string& file);

}  // namespace

std::vector<Item> file_items(TaskShelf& shelf, const GradeCommand& command) {
  std::vector<Item> items;
  std::string errors;
  for (const std::string& file : command.files) {
    try {
      items.push_back(file_item(shelf, command, file));
    } catch (const std::exception& error) {
      errors += (errors.empty() ? "" : "\nleap: ") + std::string(error.what());
    }
  }
  if (!errors.empty()) throw std::runtime_error(errors);
  return items;
}

namespace {

std::string read_source(const std::string& file) {
  const bool is_stdin = file == "-";
  const Fd opened(is_stdin ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  const auto fail = [&](int error) {
    throw std::runtime_error((is_stdin ? "standard input" : protocol::in_quotes(file)) + ": " +
                             std::generic_category().message(error));
  };
  if (!opened) fail(errno);
  std::string content;
  char buffer[65536];
  while (content.size() <= protocol::limits::kMaxSourceBytes) {  // one more than allowed is enough to know
    const ssize_t size = ::read(opened.get(), buffer, sizeof buffer);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) fail(errno);
    if (size == 0) break;
    content.append(buffer, static_cast<std::size_t>(size));
  }
  return content;
}

void check_language(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".cu") {
    throw std::runtime_error(protocol::in_quotes(file) +
                             ": grading CUDA is not implemented in this build; only C++ for the CPU (.cpp) is graded");
  }
  if (file != "-" && extension != ".cpp" && extension != ".cc" && extension != ".cxx") {
    throw std::runtime_error(protocol::in_quotes(file) + ": a solution is a C++ file (.cpp, .cc, .cxx)");
  }
}

protocol::Evaluation no_code(const Item& item, const std::string& reason) {
  protocol::Evaluation evaluation;
  evaluation.verdict = protocol::Verdict::no_code;
  evaluation.reason = reason;
  evaluation.task = item.task_name;
  evaluation.solution = item.label;
  evaluation.language = "cpp";
  evaluation.device = "cpu";
  evaluation.feedback = evaluation::feedback(evaluation);
  return evaluation;
}

Item file_item(TaskShelf& shelf, const GradeCommand& command, const std::string& file) {
  check_language(file);
  if (file == "-" && command.tasks.empty()) throw std::runtime_error("standard input needs --task NAME");
  std::string content = read_source(file);
  Item item;
  item.task = command.tasks.empty() ? shelf.for_file(file) : shelf.get(command.tasks.front());
  item.task_name = item.task->definition.name;
  item.label = file == "-" ? "stdin" : protocol::one_line(std::filesystem::path(file).filename().string(), 80);
  try {
    item.solution =
        protocol::solution_from_source(file == "-" ? "stdin.cpp" : file, std::move(content), item.task->definition);
  } catch (const protocol::SchemaError& error) {  // says something about the solution: no error of usage
    item.decided = no_code(item, error.message());
  }
  return item;
}

}  // namespace

}  // namespace leap::cli
