#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <optional>
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

using protocol::limits::kMaxSourceBytes;

struct Source {
  std::string content;                      // not all of one that is too long
  std::optional<std::uintmax_t> all_bytes;  // what the file holds; not known of standard input
};

// O_NONBLOCK, so that opening a pipe without a writer returns and the kind of file can be seen.
Fd open_source(const std::string& file) {
  return Fd(file == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                        : ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

Source read_source(const std::string& file) {
  const std::string name = file == "-" ? "standard input" : protocol::in_quotes(file);
  const auto fail = [&](int error) { throw std::runtime_error(name + ": " + std::generic_category().message(error)); };
  const Fd opened = open_source(file);
  if (!opened) fail(errno);
  struct stat status {};
  if (::fstat(opened.get(), &status) != 0) fail(errno);
  if (file != "-" && !S_ISREG(status.st_mode)) throw std::runtime_error(name + " is not a regular file");
  Source source;
  if (S_ISREG(status.st_mode)) source.all_bytes = static_cast<std::uintmax_t>(status.st_size);
  char buffer[65536];
  while (source.content.size() <= kMaxSourceBytes) {  // one more than allowed is enough to know
    const ssize_t size = ::read(opened.get(), buffer, sizeof buffer);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) fail(errno);
    if (size == 0) break;
    source.content.append(buffer, static_cast<std::size_t>(size));
  }
  return source;
}

std::string too_long(const Source& source) {
  return "the source has " + (source.all_bytes
                                  ? std::to_string(*source.all_bytes) + " bytes; at most " +
                                        std::to_string(kMaxSourceBytes) + " are allowed"
                                  : "more than " + std::to_string(kMaxSourceBytes) + " bytes, which is the limit");
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
  Source source = read_source(file);
  Item item;
  item.task = command.tasks.empty() ? shelf.for_file(file) : shelf.get(command.tasks.front());
  item.task_name = item.task->definition.name;
  item.label = file == "-" ? "stdin" : protocol::one_line(std::filesystem::path(file).filename().string(), 80);
  if (source.content.size() > kMaxSourceBytes) {
    item.decided = no_code(item, too_long(source));
    return item;
  }
  try {
    item.solution = protocol::solution_from_source(file == "-" ? "stdin.cpp" : file, std::move(source.content),
                                                   item.task->definition);
  } catch (const protocol::SchemaError& error) {  // says something about the solution: no error of usage
    item.decided = no_code(item, error.message());
  }
  return item;
}

}  // namespace

}  // namespace leap::cli
