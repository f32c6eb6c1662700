// The tasks of one folder, read when they are asked for, and which of them a source file is for.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "protocol/task.h"

namespace leap::cli {

using TaskPtr = std::shared_ptr<const protocol::Task>;

class TaskShelf {
 public:
  // Lists the folder; throws protocol::SchemaError when it cannot be.
  explicit TaskShelf(std::filesystem::path folder);

  const std::filesystem::path& folder() const { return folder_; }
  const std::vector<std::string>& names() const { return names_; }

  // A task by its name, or by the path of its folder when there is a slash in it or it is `.` or `..`. Throws
  // std::runtime_error that lists the names for one that does not exist, protocol::SchemaError for one that cannot be
  // read.
  TaskPtr get(const std::string& name_or_folder);

  // The task of a file that does not say it: the folder that it lies in (as baseline.cpp or in solutions/), else the
  // one that it is named after. Throws std::runtime_error that says what to do.
  TaskPtr for_file(const std::filesystem::path& file);

 private:
  TaskPtr load(const std::filesystem::path& folder);

  std::filesystem::path folder_;
  std::vector<std::string> names_;
  std::map<std::filesystem::path, TaskPtr> loaded_;
};

// The given folder of tasks, or the installation's when it is empty.
TaskShelf open_shelf(const std::string& tasks_dir);

}  // namespace leap::cli
