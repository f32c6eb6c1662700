#include "sandbox/judge/judge_client.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <nlohmann/json.hpp>
#include <system_error>

#include "sandbox/channel/memory.h"
#include "sandbox/judge/wire.h"

extern char** environ;

namespace leap::judge {

using nlohmann::json;

namespace {

json ask(channel::Channel& requests, const json& request, const std::vector<int>& fds = {}) {
  requests.send(request.dump(), fds);
  auto received = requests.receive(channel::Deadline::max());
  if (!received.message) throw channel::ChannelError("leap-judge ended unexpectedly");
  return json::parse(received.message->bytes);
}

std::optional<JudgeFailure> failure_of(const json& answer) {
  if (answer.at("ok").get<bool>()) return std::nullopt;
  return JudgeFailure{answer.at("definition_fault"), answer.at("message")};
}

json start_json(const RunnerDescriptors& runner) {
  return {{"entry_point", runner.entry_point}, {"threads", runner.threads}};
}

std::vector<int> start_fds(const RunnerDescriptors& runner) {
  return {runner.socket, runner.pidfd, runner.library, runner.filter};
}

// posix_spawn's file actions run in the child; dup2 onto the same number would keep close-on-exec, so both descriptors
// are first moved out of the way of 3 and 4.
pid_t spawn(const std::filesystem::path& program, int channel_fd, int cancel_fd) {
  const Fd channel_copy(::fcntl(channel_fd, F_DUPFD_CLOEXEC, 10));
  const Fd cancel_copy(::fcntl(cancel_fd, F_DUPFD_CLOEXEC, 10));
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, channel_copy.get(), kJudgeChannelFd);
  ::posix_spawn_file_actions_adddup2(&actions, cancel_copy.get(), kJudgeCancelFd);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, kJudgeCancelFd + 1);
  std::string name = program.string();
  char* argv[] = {name.data(), nullptr};
  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, name.c_str(), &actions, nullptr, argv, environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::system_error(error, std::generic_category(), "start " + name);
  return pid;
}

}  // namespace

JudgeProcess::JudgeProcess(const std::filesystem::path& program, int cancel_fd) {
  auto [ours, theirs] = channel::Channel::pair();
  requests_ = std::move(ours);
  pid_ = spawn(program, theirs.fd(), cancel_fd);
}

JudgeProcess::~JudgeProcess() {
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void JudgeProcess::connect_reference(int control_socket) {
  const json answer = ask(requests_, {{"op", "reference"}}, {control_socket});
  if (const auto failure = failure_of(answer)) throw channel::ChannelError(failure->message);
}

std::optional<JudgeFailure> JudgeProcess::prepare(const std::string& task, const protocol::Definition& definition,
                                                  const std::vector<protocol::Workload>& workloads,
                                                  int sets_per_workload) {
  std::string lines;
  for (const auto& workload : workloads) lines += protocol::to_json_text(workload) + "\n";
  const Fd definition_memory = channel::make_sealed("leap-definition", protocol::to_json_text(definition));
  const Fd workload_memory = channel::make_sealed("leap-workloads", lines);
  return failure_of(ask(requests_, {{"op", "prepare"}, {"task", task}, {"sets_per_workload", sets_per_workload}},
                        {definition_memory.get(), workload_memory.get()}));
}

std::optional<JudgeFailure> JudgeProcess::start_baseline(const std::string& task, const RunnerDescriptors& runner) {
  return failure_of(
      ask(requests_, {{"op", "baseline"}, {"task", task}, {"start", start_json(runner)}}, start_fds(runner)));
}

std::variant<TrialReport, JudgeFailure> JudgeProcess::judge(const std::string& task, const RunnerDescriptors& runner,
                                                            const TrialOptions& options) {
  const json answer =
      ask(requests_, {{"op", "judge"}, {"task", task}, {"start", start_json(runner)}, {"options", to_json(options)}},
          start_fds(runner));
  if (auto failure = failure_of(answer)) return std::move(*failure);
  return report_from_json(answer.at("report"));
}

std::variant<AdmissionReport, JudgeFailure> JudgeProcess::admit(const std::string& task, int sets_per_workload) {
  const json answer = ask(requests_, {{"op", "admit"}, {"task", task}, {"sets_per_workload", sets_per_workload}});
  if (auto failure = failure_of(answer)) return std::move(*failure);
  return admission_from_json(answer.at("report"));
}

void JudgeProcess::forget(const std::string& task) { ask(requests_, {{"op", "forget"}, {"task", task}}); }

}  // namespace leap::judge
