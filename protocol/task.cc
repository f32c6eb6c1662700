#include "protocol/task.h"

#include <algorithm>
#include <system_error>

#include "protocol/limits.h"
#include "protocol/names.h"
#include "protocol/read_file.h"
#include "protocol/schema_error.h"
#include "protocol/solution_check.h"
#include "protocol/source_comment.h"
#include "protocol/text.h"
#include "protocol/verdict_words.h"

namespace leap::protocol {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kExpectLines = 10;  // where `// expect: VERDICT` is looked for

std::string shown(const fs::path& path) { return one_line(path.string(), kMaxPlaceBytes); }

// Runs a reader of text; its errors get the file in front.
template <typename Read>
auto in_file(const fs::path& file, Read read) {
  try {
    return read();
  } catch (const SchemaError& error) {
    throw SchemaError(shown(file) + ": " + error.path(), error.message());
  }
}

void require_folder(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(folder, error);
  if (fs::is_symlink(status)) throw SchemaError(shown(folder), "is a symbolic link, which is not followed");
  if (!fs::is_directory(status)) throw SchemaError(shown(folder), "is not a folder");
}

std::vector<fs::path> entries(const fs::path& folder) {
  std::vector<fs::path> paths;
  try {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  } catch (const fs::filesystem_error& error) {
    throw SchemaError(shown(folder), "cannot be listed: " + error.code().message());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

Definition load_definition(const fs::path& folder) {
  const fs::path file = folder / "definition.json";
  const std::string text = read_regular_file(file, limits::kMaxJsonBytes);
  Definition definition = in_file(file, [&] { return parse_definition(text); });
  const std::string expected = folder.filename().string();
  if (definition.name != expected) {
    throw SchemaError(shown(file) + ": $.name",
                      "must be the folder's name " + in_quotes(expected) + ", is " + in_quotes(definition.name));
  }
  return definition;
}

std::string load_prompt(const fs::path& file) {
  std::string prompt = read_regular_file(file, limits::kMaxDescriptionBytes);
  if (!is_valid_utf8(prompt)) throw SchemaError(shown(file), "is not valid UTF-8");
  if (prompt.find_first_not_of(" \t\r\n") == prompt.npos) throw SchemaError(shown(file), "is empty");
  return prompt;
}

Solution load_solution(const fs::path& file, const Definition& definition) {
  return solution_from_source(file.string(), read_regular_file(file, limits::kMaxSourceBytes), definition);
}

std::optional<Verdict> expected_verdict(const Solution& solution, const fs::path& file) {
  const auto comments = source_comments(solution.sources.front().content, "expect", kExpectLines);
  if (comments.empty()) return std::nullopt;
  const SourceComment& comment = comments.front();
  const auto verdict = parse_verdict(comment.value);
  if (!verdict) {
    throw SchemaError(shown(file) + ':' + std::to_string(comment.line),
                      unknown_word("verdict", comment.value, verdict_words()));
  }
  return verdict;
}

std::vector<ExampleSolution> load_examples(const fs::path& folder, const Definition& definition) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder, error))) return {};
  require_folder(folder);
  std::vector<ExampleSolution> examples;
  for (const fs::path& file : entries(folder)) {
    if (file.filename().string().starts_with('.')) continue;  // an editor's
    if (file.extension() != ".cpp") throw SchemaError(shown(file), "is not a .cpp file; only those belong here");
    ExampleSolution example{file, load_solution(file, definition), std::nullopt};
    example.expected = expected_verdict(example.solution, file);
    examples.push_back(std::move(example));
  }
  return examples;
}

// `tasks/relu/` and `.` have no last name of their own.
fs::path named(const fs::path& folder) {
  const auto without_slash = [](const fs::path& path) { return path.has_filename() ? path : path.parent_path(); };
  const fs::path path = without_slash(folder.lexically_normal());
  const bool nameless = path.filename() == "." || path.filename() == "..";
  return nameless ? without_slash(fs::absolute(folder).lexically_normal()) : path;
}

}  // namespace

Task load_task(const fs::path& folder) {
  const fs::path place = named(folder);
  require_folder(place);
  Task task;
  task.definition = load_definition(place);
  const fs::path workloads = place / "workloads.jsonl";
  const std::string lines = read_regular_file(workloads, limits::kMaxJsonBytes);
  task.workloads = in_file(workloads, [&] { return parse_workloads(lines, task.definition); });
  task.prompt = load_prompt(place / "prompt.md");
  task.baseline = load_solution(place / "baseline.cpp", task.definition);
  task.examples = load_examples(place / "solutions", task.definition);
  return task;
}

std::vector<std::string> list_tasks(const fs::path& tasks) {
  std::vector<std::string> names;
  for (const fs::path& entry : entries(tasks)) {
    std::error_code error;
    const bool is_folder = fs::is_directory(fs::symlink_status(entry, error));
    if (is_folder && fs::exists(fs::symlink_status(entry / "definition.json", error))) {
      names.push_back(entry.filename().string());
    }
  }
  return names;
}

}  // namespace leap::protocol
