// Runner jails that are made ahead of time, each waiting for its one candidate.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "sandbox/channel/channel.h"
#include "sandbox/channel/output_capture.h"
#include "sandbox/jail/warden.h"

namespace leap::evaluation {

// A leap-runner that waits for its start message. One candidate, then never again.
struct WaitingRunner {
  std::unique_ptr<channel::OutputCapture> output;
  channel::Channel socket;
  std::optional<jail::Jail> jail;
};

// Makes one on a warden that has none; the failure is `infra`.
std::variant<WaitingRunner, jail::SetupFailure> launch_runner(jail::Warden& warden, const jail::Policy& policy);

// Keeps a waiting runner on each of its wardens. A thread of its own makes them, so that whoever returns a warden does
// not wait for the next jail.
class RunnerPool {
 public:
  RunnerPool(std::vector<jail::Warden> wardens, const jail::Policy& policy);
  RunnerPool(const RunnerPool&) = delete;
  RunnerPool& operator=(const RunnerPool&) = delete;
  ~RunnerPool();

  // A runner on loan; its destruction kills the jail and hands the warden back.
  class Loan {
   public:
    Loan(RunnerPool& pool, std::size_t warden, WaitingRunner runner);
    Loan(Loan&&) noexcept;
    Loan& operator=(Loan&&) = delete;
    ~Loan();
    WaitingRunner& runner() { return runner_; }

   private:
    RunnerPool* pool_;
    std::size_t warden_;
    WaitingRunner runner_;
  };

  // Waits for a ready one.
  std::variant<Loan, jail::SetupFailure> acquire();

 private:
  struct Ready {
    std::size_t warden;
    std::variant<WaitingRunner, jail::SetupFailure> runner;
  };
  void refill();
  void give_back(std::size_t warden);

  std::vector<jail::Warden> wardens_;
  const jail::Policy& policy_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::size_t> empty_;  // wardens without a jail
  std::deque<Ready> ready_;
  bool stopping_ = false;
  std::thread refiller_;
};

}  // namespace leap::evaluation
