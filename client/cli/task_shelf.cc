#include "client/cli/task_shelf.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "protocol/names.h"
#include "protocol/text.h"
#include "sandbox/evaluation/installation.h"

namespace leap::cli {

namespace fs = std::filesystem;

namespace {

bool is_task_folder(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / "definition.json", error);
}

std::optional<fs::path> surrounding_task(const fs::path& file) {
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(file, error).parent_path();
  if (error) return std::nullopt;
  if (is_task_folder(folder)) return folder;
  if (folder.filename() == "solutions" && is_task_folder(folder.parent_path())) return folder.parent_path();
  return std::nullopt;
}

// Names that share a word with the stem, as `my_relu` does with `relu`, before those that are nearly spelt alike.
std::vector<std::string> near_names(const std::string& stem, const std::vector<std::string>& names) {
  std::vector<std::string> near;
  for (const std::string& name : names) {
    if (stem.find(name) != stem.npos || (stem.size() >= 3 && name.find(stem) != name.npos)) near.push_back(name);
  }
  const auto alike = protocol::nearest(stem, names);
  if (alike && std::find(near.begin(), near.end(), *alike) == near.end()) near.push_back(*alike);
  return near;
}

}  // namespace

TaskShelf::TaskShelf(fs::path folder) : folder_(std::move(folder)), names_(protocol::list_tasks(folder_)) {}

TaskPtr TaskShelf::get(const std::string& name_or_folder) {
  const bool is_path =
      name_or_folder.find('/') != name_or_folder.npos || name_or_folder == "." || name_or_folder == "..";
  if (is_path) {
    if (!is_task_folder(name_or_folder)) {
      throw std::runtime_error(protocol::in_quotes(name_or_folder) + " is no task: it has no definition.json");
    }
    return load(name_or_folder);
  }
  if (std::find(names_.begin(), names_.end(), name_or_folder) == names_.end()) {
    throw std::runtime_error(protocol::unknown_word("task", name_or_folder, names_));
  }
  return load(folder_ / name_or_folder);
}

TaskPtr TaskShelf::for_file(const fs::path& file) {
  if (const auto folder = surrounding_task(file)) return load(*folder);
  const std::string stem = file.stem().string();
  if (std::find(names_.begin(), names_.end(), stem) != names_.end()) return load(folder_ / stem);
  const auto near = near_names(stem, names_);
  throw std::runtime_error("which task is " + protocol::in_quotes(file.string()) + " for? Say --task NAME" +
                           (near.empty() ? "; there are: " + protocol::listed(names_)
                                         : ", perhaps " + protocol::listed(near) + "; `leap tasks` lists all"));
}

TaskPtr TaskShelf::load(const fs::path& folder) {
  TaskPtr& task = loaded_[folder];
  if (!task) task = std::make_shared<protocol::Task>(protocol::load_task(folder));
  return task;
}

TaskShelf open_shelf(const std::string& tasks_dir) {
  return TaskShelf(tasks_dir.empty() ? evaluation::find_installation().tasks : fs::path(tasks_dir));
}

}  // namespace leap::cli
