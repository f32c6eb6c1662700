// Ctrl-C (SIGINT) and SIGTERM: the first one asks the work to stop, the second one leaves at once.
#pragma once

#include <signal.h>

#include <atomic>
#include <functional>
#include <thread>

#include "sandbox/channel/fd.h"

namespace leap::cli {

inline constexpr int kExitInterrupted = 130;

// Keeps both signals pending, in this thread and in all that it starts, so that only an InterruptWatch takes them.
class InterruptBlock {
 public:
  InterruptBlock();
  InterruptBlock(const InterruptBlock&) = delete;
  InterruptBlock& operator=(const InterruptBlock&) = delete;
  ~InterruptBlock();

 private:
  sigset_t before_;
};

// Waits for the first signal in a thread of its own: start it after everything that forks. From the first signal on,
// and beyond the life of the watch, the next one ends the process whatever its threads are doing.
class InterruptWatch {
 public:
  // `on_first` runs in the watch's thread; it may be cut short by the second signal.
  explicit InterruptWatch(std::function<void()> on_first);
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch();

  bool interrupted() const { return interrupted_; }

 private:
  void watch();

  std::function<void()> on_first_;
  Fd signals_;
  Fd stop_;
  std::atomic<bool> interrupted_ = false;
  std::thread thread_;
};

}  // namespace leap::cli
