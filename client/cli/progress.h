// One line on a terminal that says what is going on.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace leap::cli {

struct ProgressState {
  std::size_t done = 0;
  std::size_t total = 0;
  std::string subject;  // "matmul / fast"
  std::string stage;    // "compile"
  std::chrono::duration<double> elapsed{0};
};

// `[######------] 37/112  matmul / fast: compile  12 s`, no wider than `columns`.
std::string progress_line(const ProgressState& state, std::size_t columns);

// Shows the line on standard error and keeps its clock moving, with a thread: start it after everything that forks.
// Does nothing when standard error is no terminal. May be called from any thread.
class Progress {
 public:
  explicit Progress(std::size_t total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();  // takes the line away

  void stage(const std::string& subject, const std::string& stage);
  void done();

  // Runs `print` while the line is away, so that what it prints is not mixed with it.
  void aside(const std::function<void()>& print);

 private:
  void run();
  void draw();

  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  bool live_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  ProgressState state_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace leap::cli
