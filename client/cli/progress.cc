#include "client/cli/progress.h"

#include <unistd.h>

#include <algorithm>

#include "client/cli/format.h"
#include "client/cli/output.h"
#include "client/cli/terminal.h"
#include "client/cli/width.h"

namespace leap::cli {

namespace {

constexpr std::size_t kBarColumns = 24;
constexpr std::chrono::milliseconds kRedraw{100};
constexpr std::string_view kEraseLine = "\r\033[K";

std::string bar(std::size_t done, std::size_t total) {
  const std::size_t filled = total == 0 ? 0 : std::min(kBarColumns, kBarColumns * done / total);
  return "[" + std::string(filled, '#') + std::string(kBarColumns - filled, '-') + "]";
}

}  // namespace

std::string progress_line(const ProgressState& state, std::size_t columns) {
  const std::string total = std::to_string(state.total);
  const std::string head =
      bar(state.done, state.total) + " " + pad_left(std::to_string(state.done), total.size()) + "/" + total;
  const std::string tail = "  " + format_elapsed(state.elapsed);
  std::string middle;
  if (!state.subject.empty()) middle = "  " + state.subject + (state.stage.empty() ? "" : ": " + state.stage);
  const std::size_t fixed = display_width(head) + display_width(tail);
  if (fixed >= columns) return cut_to_width(head, columns);
  return head + cut_to_width(middle, columns - fixed) + tail;
}

Progress::Progress(std::size_t total) {
  state_.total = total;
  live_ = inspect_terminal(STDERR_FILENO).interactive;
  if (live_) thread_ = std::thread([this] { run(); });
}

Progress::~Progress() {
  if (!live_) return;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
  complain(kEraseLine);
}

void Progress::stage(const std::string& subject, const std::string& stage) {
  const std::lock_guard lock(mutex_);
  state_.subject = subject;
  state_.stage = stage;
}

void Progress::done() {
  const std::lock_guard lock(mutex_);
  ++state_.done;
}

void Progress::aside(const std::function<void()>& print) {
  const std::lock_guard lock(mutex_);
  if (live_) complain(kEraseLine);
  print();
}

void Progress::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    draw();
    changed_.wait_for(lock, kRedraw);
  }
}

// The last column stays free: a terminal that wraps there would leave a line behind at each redraw.
void Progress::draw() {
  state_.elapsed = std::chrono::steady_clock::now() - begin_;
  complain(std::string(kEraseLine) + progress_line(state_, inspect_terminal(STDERR_FILENO).columns - 1));
}

}  // namespace leap::cli
