#include "sandbox/evaluation/runner_pool.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include "sandbox/runner/control_block.h"

namespace leap::evaluation {

std::variant<WaitingRunner, jail::SetupFailure> launch_runner(jail::Warden& warden, const jail::Policy& policy) {
  WaitingRunner runner;
  runner.output = std::make_unique<channel::OutputCapture>(policy.limits.output_bytes);
  auto [ours, theirs] = channel::Channel::pair();
  jail::Launch launch;
  launch.policy = &policy;
  launch.argv = {"/leap-runner"};
  launch.descriptors = {
      {runner.output->write_end(), 1}, {runner.output->write_end(), 2}, {theirs.fd(), runner::kChannelFd}};
  auto launched = warden.launch(launch);
  if (auto* failure = std::get_if<jail::SetupFailure>(&launched)) return std::move(*failure);
  runner.output->close_ours();
  runner.socket = std::move(ours);
  runner.jail = std::move(std::get<jail::Jail>(launched));
  return runner;
}

RunnerPool::RunnerPool(std::vector<jail::Warden> wardens, const jail::Policy& policy)
    : wardens_(std::move(wardens)), policy_(policy) {
  for (std::size_t i = 0; i < wardens_.size(); ++i) empty_.push_back(i);
  refiller_ = std::thread([this] { refill(); });
}

RunnerPool::~RunnerPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  refiller_.join();
}

// A warden that is gone cannot make a jail any more: whoever asked for it gets the reason, as a failed set-up.
void RunnerPool::refill() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || !empty_.empty(); });
    if (stopping_) return;
    const std::size_t warden = empty_.front();
    empty_.pop_front();
    lock.unlock();
    std::variant<WaitingRunner, jail::SetupFailure> runner = jail::SetupFailure{"warden", 0};
    try {
      runner = launch_runner(wardens_[warden], policy_);
    } catch (const channel::ChannelError&) {
      runner = jail::SetupFailure{"reach the warden", EPIPE};
    } catch (const std::system_error& error) {  // out of descriptors, memory or threads
      runner = jail::SetupFailure{error.what(), error.code().value()};
    }
    lock.lock();
    ready_.push_back({warden, std::move(runner)});
    changed_.notify_all();
  }
}

std::variant<RunnerPool::Loan, jail::SetupFailure> RunnerPool::acquire() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !ready_.empty(); });
  Ready ready = std::move(ready_.front());
  ready_.pop_front();
  lock.unlock();
  if (auto* failure = std::get_if<jail::SetupFailure>(&ready.runner)) {
    give_back(ready.warden);
    return std::move(*failure);
  }
  return Loan(*this, ready.warden, std::move(std::get<WaitingRunner>(ready.runner)));
}

void RunnerPool::give_back(std::size_t warden) {
  {
    const std::lock_guard lock(mutex_);
    empty_.push_back(warden);
  }
  changed_.notify_all();
}

RunnerPool::Loan::Loan(RunnerPool& pool, std::size_t warden, WaitingRunner runner)
    : pool_(&pool), warden_(warden), runner_(std::move(runner)) {}

RunnerPool::Loan::Loan(Loan&& other) noexcept
    : pool_(std::exchange(other.pool_, nullptr)), warden_(other.warden_), runner_(std::move(other.runner_)) {}

RunnerPool::Loan::~Loan() {
  if (pool_ == nullptr) return;
  runner_.jail.reset();
  pool_->give_back(warden_);
}

}  // namespace leap::evaluation
