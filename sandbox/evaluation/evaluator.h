// One evaluation, from a solution to its verdict: Solution -> Artifact -> Run -> Evaluation.
//
// An Evaluator holds what takes time to start (the reference process, the judge, wardens, spare runners) and grades any
// number of solutions with it, from several threads if it has several slots.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "protocol/evaluation.h"
#include "protocol/solution.h"
#include "protocol/task.h"
#include "sandbox/evaluation/installation.h"
#include "sandbox/jail/warden.h"
#include "sandbox/judge/admission.h"
#include "sandbox/judge/trial.h"

namespace leap::evaluation {

struct EvaluatorOptions {
  Installation installation;
  int slots = 1;                // solutions that are compiled at the same time; calls are timed one solution at a time
  bool allow_degraded = false;  // go on where a layer of the sandbox is missing
  std::optional<jail::CgroupBackend> cgroup;  // detected when empty
};

struct GradeOptions {
  judge::TrialOptions trial;
  bool baseline = true;  // time the task's baseline beside the solution; overrides the trial's own field
};

// Called at the start of each stage, from the grading thread.
using Progress = std::function<void(const std::string& stage)>;

class Evaluator {
 public:
  // Forks: construct it before the process has threads. Throws std::runtime_error when the sandbox is incomplete here
  // and that is not allowed, or when a program or policy is missing; the message says which and what to do.
  explicit Evaluator(const EvaluatorOptions& options);
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  ~Evaluator();  // kills everything it started

  // Grades one solution. Never throws for anything that the solution did (std::invalid_argument for a language that is
  // not implemented is the caller's fault); our own faults come back as `infra`, after one more try. May be called from
  // as many threads as there are slots; more wait.
  protocol::Evaluation grade(const protocol::Task& task, const protocol::Solution& solution,
                             const GradeOptions& options, const Progress& progress = {});

  // The admission test of a task's definition and workloads.
  judge::AdmissionReport admit(const protocol::Task& task);

  // Ends every evaluation that runs or will run: they return `infra` with the reason "cancelled". Callable from any
  // thread.
  void cancel();
  bool cancelled() const;

  // Layers of the sandbox that are missing here; empty when it is complete.
  std::vector<std::string> degraded() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace leap::evaluation
