// leap-judge: the process that draws inputs, holds the expected outputs and the clock, compares, and judges. It never
// maps candidate code. Its requests are in wire.h; its channel is descriptor 3, and descriptor 4 cancels what it is
// doing.

#include <fcntl.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <csignal>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "protocol/schema_error.h"
#include "sandbox/channel/memory.h"
#include "sandbox/judge/wire.h"

namespace leap::judge {
namespace {

using nlohmann::json;

// Calls of a workload that are usually made again because the host disturbed some; drawn ahead with the others.
constexpr std::size_t kRepeatedCalls = 5;
constexpr std::chrono::milliseconds kQuietAfterAnswer{10};
constexpr std::size_t kMaxTextBytes = 8u << 20;
constexpr std::chrono::milliseconds kReferenceLimit{10'000};

json failure(bool definition_fault, const std::string& message) {
  return {{"ok", false}, {"definition_fault", definition_fault}, {"message", message}};
}

// One prepared task: its stock of inputs and its baseline.
struct PreparedTask {
  std::unique_ptr<Bank> bank;
  std::unique_ptr<RunnerLink> baseline;
  std::size_t wanted_sets = 0;  // unused ones that the next trial will want
};

class Judge {
 public:
  explicit Judge(int cancel_fd) : cancel_fd_(cancel_fd), key_(random_key()) {}

  json answer(channel::Message message) {
    const json request = json::parse(message.bytes);
    const std::string op = request.at("op");
    if (op == "reference") return connect_reference(std::move(message.fds));
    if (op == "prepare") return prepare(request, message.fds);
    if (op == "forget") return tasks_.erase(request.at("task").get<std::string>()), json{{"ok", true}};
    const auto task = tasks_.find(request.at("task").get<std::string>());
    if (task == tasks_.end()) return failure(false, "the task was not prepared");
    if (op == "admit") return admission(*task->second.bank, request);
    if (op == "baseline") return start_baseline(task->second, request, std::move(message.fds));
    if (op == "judge") return trial(task->second, request, std::move(message.fds));
    return failure(false, "no such request: " + op);
  }

  // Frees a set that was used, or draws one that a task lacks; false when there is nothing to do. An error is met
  // again, and told, by the next trial.
  bool draw_ahead() {
    for (auto& [name, task] : tasks_) {
      if (task.bank->free_retired()) return true;
      const auto workload = task.bank->lacking(task.wanted_sets);
      if (!workload) continue;
      if (!task.bank->ensure(*workload, task.bank->unused(*workload) + 1)) return true;
      task.wanted_sets = 0;
    }
    return false;
  }

 private:
  json connect_reference(std::vector<Fd> fds) {
    reference_ = std::make_unique<reference::Client>(channel::Channel(std::move(fds.at(0))));
    return {{"ok", true}};
  }

  json prepare(const json& request, const std::vector<Fd>& fds) {
    if (reference_ == nullptr) return failure(false, "no reference process is connected");
    try {
      const auto definition = protocol::parse_definition(channel::read_all(fds.at(0).get(), kMaxTextBytes));
      auto workloads = protocol::parse_workloads(channel::read_all(fds.at(1).get(), kMaxTextBytes), definition);
      auto defined = reference_->define(definition, kReferenceLimit);
      if (const auto* error = std::get_if<reference::ReferenceError>(&defined)) {
        return failure(error->definition_fault, error->message);
      }
      PreparedTask task;
      task.bank =
          std::make_unique<Bank>(definition, std::move(workloads), std::move(std::get<reference::Session>(defined)),
                                 random_key(), kReferenceLimit);
      const auto bytes = estimate_memory(*task.bank, request.at("sets_per_workload").get<int>());
      if (bytes > kMaxTaskBytes) {
        return failure(true, "grading this task needs about " + std::to_string(bytes >> 20) + " MiB, more than the " +
                                 std::to_string(kMaxTaskBytes >> 20) +
                                 " MiB a task may use: make its workloads smaller");
      }
      tasks_[request.at("task").get<std::string>()] = std::move(task);
      return {{"ok", true}, {"memory_bytes", bytes}};
    } catch (const protocol::SchemaError& error) {
      return failure(true, error.what());
    }
  }

  static RunnerStart runner_start(const json& request, std::vector<Fd> fds) {
    RunnerStart start;
    start.socket = channel::Channel(std::move(fds.at(0)));
    start.pidfd = std::move(fds.at(1));
    start.library = std::move(fds.at(2));
    start.filter = std::move(fds.at(3));
    start.entry_point = request.at("start").at("entry_point");
    start.threads = request.at("start").at("threads");
    return start;
  }

  json start_baseline(PreparedTask& task, const json& request, std::vector<Fd> fds) {
    task.baseline = std::make_unique<RunnerLink>(make_layout(task.bank->definition(), task.bank->all_axes()),
                                                 runner_start(request, std::move(fds)), placement_, cancel_fd_);
    const auto started = task.baseline->start(channel::Clock::now() + TrialOptions{}.load_limit);
    if (started.outcome == RunnerLink::Outcome::ok && started.state == runner::RunnerState::waiting &&
        started.filter_in_place) {
      return {{"ok", true}};
    }
    task.baseline.reset();
    return failure(true, "the task's baseline does not load: " + started.detail);
  }

  json trial(PreparedTask& task, const json& request, std::vector<Fd> fds) {
    RunnerLink candidate(make_layout(task.bank->definition(), task.bank->all_axes()),
                         runner_start(request, std::move(fds)), placement_, cancel_fd_);
    const auto options = options_from_json(request.at("options"));
    const Baseline baseline{options.baseline ? task.baseline.get() : nullptr};
    const auto report = judge_solution(*task.bank, candidate, baseline, options, random_key(), cancel_fd_);
    task.wanted_sets = static_cast<std::size_t>(options.calls_per_workload) + kMaxExtraCalls + kRepeatedCalls;
    return {{"ok", true}, {"report", to_json(report)}};
  }

  json admission(Bank& bank, const json& request) {
    return {{"ok", true}, {"report", to_json(admit(bank, key_, request.at("sets_per_workload").get<int>()))}};
  }

  int cancel_fd_;
  Placement placement_;
  Key key_;
  std::unique_ptr<reference::Client> reference_;
  std::map<std::string, PreparedTask> tasks_;
};

// Nothing of this process may be read by another one, nor land in a core file; it starts no program and gains no right.
void harden() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_DUMPABLE, 0);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::signal(SIGINT, SIG_IGN);  // Ctrl-C is the coordinator's to handle
}

// Every call copies its outputs into buffers of the same sizes. Mapped anew each time, their page faults would take
// longer than the copy.
void keep_freed_memory() {
  constexpr int kMostKept = 256 << 20;
  ::mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the most that glibc takes
  ::mallopt(M_TRIM_THRESHOLD, kMostKept);
}

int serve() {
  channel::Channel requests{Fd(kJudgeChannelFd)};
  Judge judge(kJudgeCancelFd);
  for (;;) {
    // Whoever got the last answer has a jail to take down first: that is not made slower.
    const auto quiet_until = channel::Clock::now() + kQuietAfterAnswer;
    bool idle = true;
    while (idle && !requests.wait_readable(channel::Clock::now() < quiet_until ? quiet_until : channel::Clock::now())) {
      idle = judge.draw_ahead();
    }
    auto received = requests.receive(channel::Deadline::max());
    if (!received.message) return 0;
    json answer;
    try {
      answer = judge.answer(std::move(*received.message));
    } catch (const std::exception& error) {
      answer = failure(false, error.what());
    }
    requests.send(answer.dump(-1, ' ', false, json::error_handler_t::replace));
  }
}

}  // namespace
}  // namespace leap::judge

int main() {
  if (::fcntl(leap::judge::kJudgeChannelFd, F_GETFD) < 0) {
    std::fputs("leap-judge is started by leap and leapd; it has no command line.\n", stderr);
    return 2;
  }
  leap::judge::harden();
  leap::judge::keep_freed_memory();
  try {
    return leap::judge::serve();
  } catch (const leap::channel::ChannelError&) {
    return 0;  // whoever asked is gone
  }
}
