// The asking side of leap-judge.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/definition.h"
#include "protocol/workload.h"
#include "sandbox/channel/channel.h"
#include "sandbox/judge/admission.h"
#include "sandbox/judge/trial.h"

namespace leap::judge {

// The judge could not do what it was asked.
struct JudgeFailure {
  bool definition_fault = false;  // bad_definition, otherwise infra
  std::string message;
};

// What it takes to bring a waiting runner to its first call; descriptors stay the caller's.
struct RunnerDescriptors {
  int socket = -1;
  int pidfd = -1;
  int library = -1;
  int filter = -1;
  std::string entry_point;
  int threads = 1;
};

// One leap-judge process. Requests are answered one after the other: not for use by two threads at once. Everything
// throws channel::ChannelError when the process is gone.
class JudgeProcess {
 public:
  // Starts `program`. `cancel_fd`, an eventfd, ends whatever the judge is doing as soon as it is readable.
  JudgeProcess(const std::filesystem::path& program, int cancel_fd);
  JudgeProcess(const JudgeProcess&) = delete;
  JudgeProcess& operator=(const JudgeProcess&) = delete;
  ~JudgeProcess();  // kills it

  void connect_reference(int control_socket);
  // `task` names the prepared task in the requests that follow; preparing it again replaces it.
  std::optional<JudgeFailure> prepare(const std::string& task, const protocol::Definition& definition,
                                      const std::vector<protocol::Workload>& workloads, int sets_per_workload);
  std::optional<JudgeFailure> start_baseline(const std::string& task, const RunnerDescriptors& runner);
  std::variant<TrialReport, JudgeFailure> judge(const std::string& task, const RunnerDescriptors& runner,
                                                const TrialOptions& options);
  std::variant<AdmissionReport, JudgeFailure> admit(const std::string& task, int sets_per_workload);
  void forget(const std::string& task);

 private:
  channel::Channel requests_;
  pid_t pid_ = -1;
};

}  // namespace leap::judge
