// Runs the built `leap` as a person's shell would.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace leap::testing {

struct Finished {
  int status = -1;  // exit status; 128 + signal when a signal ended it
  std::string out;
  std::string err;
};

struct Start {
  std::vector<std::string> arguments;
  std::string input;                     // what standard input holds
  std::vector<std::string> environment;  // "NAME=VALUE", added; "NAME" removes it
  std::string output_file;               // standard output goes there instead
  bool closed_output = false;            // standard output is a pipe whose reader is gone
  bool full_error = false;               // standard error is a pipe that is full and that nobody reads
  std::vector<int> closed;               // descriptors that are not open at all
};

Finished run_leap(const Start& start);
Finished run_leap(const std::vector<std::string>& arguments);

// The same on a terminal of 100 columns: `out` is all that appears on it.
Finished run_on_terminal(const Start& start);

// One that runs on, with its outputs in files.
class RunningLeap {
 public:
  explicit RunningLeap(const Start& start);
  RunningLeap(const RunningLeap&) = delete;
  RunningLeap& operator=(const RunningLeap&) = delete;
  ~RunningLeap();  // kills it

  pid_t pid() const { return pid_; }
  std::string err() const;  // so far
  void signal(int number) const;
  Finished wait();

 private:
  std::string folder_;
  pid_t pid_ = -1;
};

// Processes that descend from `root`, by /proc.
std::vector<pid_t> descendants(pid_t root);
bool exists(pid_t pid);

// A folder that goes away with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  std::string write(const std::string& name, const std::string& content) const;  // returns the path
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string read_file(const std::string& path);
std::vector<std::string> lines_of(const std::string& text);

}  // namespace leap::testing
