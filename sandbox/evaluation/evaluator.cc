#include "sandbox/evaluation/evaluator.h"

#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <stdexcept>
#include <system_error>

#include "protocol/text.h"
#include "sandbox/channel/memory.h"
#include "sandbox/evaluation/crash_reason.h"
#include "sandbox/evaluation/feedback.h"
#include "sandbox/evaluation/runner_pool.h"
#include "sandbox/judge/judge_client.h"
#include "sandbox/toolchain/toolchain.h"

namespace leap::evaluation {

namespace {

using channel::Clock;
using protocol::Evaluation;
using protocol::Verdict;

// Sets of inputs that one trial can use in a workload: all planned calls, and twice as many on a busy host. The memory
// of a task is estimated with it.
constexpr int kSetsPerWorkload = 3 * judge::TrialOptions{}.calls_per_workload + judge::kMaxExtraCalls;
constexpr std::size_t kPreparedTasks = 2;  // tasks whose drawn inputs and baseline are kept ready
constexpr int kReferenceChannelFd = 3;
constexpr std::size_t kMaxReasonBytes = 1000;

Fd make_event() {
  Fd event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!event) throw std::system_error(errno, std::generic_category(), "eventfd");
  return event;
}

// Wardens handed out one at a time.
class WardenPool {
 public:
  void add(jail::Warden warden) { wardens_.push_back(std::move(warden)); }

  class Loan {
   public:
    Loan(WardenPool& pool, jail::Warden warden) : pool_(&pool), warden_(std::move(warden)) {}
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    ~Loan() {
      {
        const std::lock_guard lock(pool_->mutex_);
        pool_->wardens_.push_back(std::move(warden_));
      }
      pool_->changed_.notify_one();
    }
    jail::Warden& operator*() { return warden_; }

   private:
    WardenPool* pool_;
    jail::Warden warden_;
  };

  Loan borrow() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !wardens_.empty(); });
    jail::Warden warden = std::move(wardens_.back());
    wardens_.pop_back();
    return Loan(*this, std::move(warden));
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<jail::Warden> wardens_;
};

// The filter that a runner installs before it maps the candidate's library, as descriptors to hand over.
struct RunnerFilters {
  Fd one_thread, threads;
  explicit RunnerFilters(const jail::Policy& policy)
      : one_thread(channel::make_sealed("leap-filter", policy.filters.at("load"))),
        threads(channel::make_sealed("leap-filter", policy.filters.at("load_threads"))) {}
};

// A task that the judge has ready, with the jail of its baseline.
struct PreparedTask {
  std::string key;
  std::optional<WaitingRunner> baseline;
  std::size_t warden = 0;
};

Evaluation nothing_known(const protocol::Task& task, const protocol::Solution& solution) {
  Evaluation evaluation;
  evaluation.task = task.definition.name;
  evaluation.solution = solution.name;
  evaluation.language = "cpp";
  evaluation.device = "cpu";
  return evaluation;
}

// Tells two tasks of the same name apart.
std::string task_key(const protocol::Task& task) {
  std::string text = protocol::to_json_text(task.definition);
  for (const auto& workload : task.workloads) text += protocol::to_json_text(workload);
  text += task.baseline.sources.empty() ? "" : task.baseline.sources[0].content;
  return task.definition.name + "#" + std::to_string(std::hash<std::string>{}(text));
}

Verdict verdict_of(judge::TrialReport::Outcome outcome) {
  using Outcome = judge::TrialReport::Outcome;
  switch (outcome) {
    case Outcome::correct:
      return Verdict::correct;
    case Outcome::wrong:
      return Verdict::wrong;
    case Outcome::cheat:
      return Verdict::cheat;
    case Outcome::no_code:
      return Verdict::no_code;
    case Outcome::died:
      return Verdict::crash;
    case Outcome::timeout:
      return Verdict::timeout;
    case Outcome::bad_definition:
      return Verdict::bad_definition;
    case Outcome::infra:
    case Outcome::cancelled:
      break;
  }
  return Verdict::infra;
}

}  // namespace

struct Evaluator::State {
  explicit State(const EvaluatorOptions& options);

  // The recipe. Each step fills in its part of the evaluation and says whether to go on.
  Evaluation evaluate(const protocol::Task& task, const protocol::Solution& solution, const GradeOptions& options,
                      const Progress& progress);
  bool compile(const protocol::Task& task, const protocol::Solution& solution, Evaluation& evaluation, Fd& artifact);
  void run(const protocol::Task& task, const protocol::Solution& solution, const GradeOptions& options, int artifact,
           const Progress& progress, Evaluation& evaluation);

  std::optional<judge::JudgeFailure> prepare(const protocol::Task& task, bool baseline, PreparedTask*& prepared);
  std::optional<judge::JudgeFailure> start_baseline(const protocol::Task& task, PreparedTask& prepared);
  judge::RunnerDescriptors descriptors(const WaitingRunner& runner, int artifact,
                                       const protocol::Solution& solution) const;
  jail::Warden start_warden(const char* label);
  void start_judge();
  void start_reference();
  void recover();

  EvaluatorOptions options;
  Fd cancel_event = make_event();
  unsigned next_slot = 0;
  jail::CgroupBackend cgroup = jail::CgroupBackend::none;
  int landlock_abi = 0;
  jail::Policy toolchain_policy, runner_policy, reference_policy;
  std::optional<RunnerFilters> filters;

  WardenPool compilers;
  std::vector<jail::Warden> baseline_wardens;
  std::optional<jail::Warden> reference_warden;
  std::optional<jail::Jail> reference_jail;
  std::unique_ptr<judge::JudgeProcess> judge;
  std::unique_ptr<RunnerPool> runners;

  std::mutex judging;                // the judge times one solution at a time
  std::list<PreparedTask> prepared;  // most recently used first
  std::map<std::string, Fd> baseline_artifacts;
};

Evaluator::State::State(const EvaluatorOptions& given) : options(given) {
  const std::map<std::string, std::string> variables{{"libexec", options.installation.programs.string()}};
  const auto policy = [&](const char* name) {
    return jail::load_policy(options.installation.policies / "sandbox" / (std::string(name) + ".json"), variables);
  };
  toolchain_policy = policy("toolchain_cpp");
  runner_policy = policy("runner_cpp");
  reference_policy = policy("reference");
  filters.emplace(runner_policy);

  // Everything that forks comes before the first thread.
  std::vector<jail::Warden> runner_wardens;
  for (int i = 0; i < options.slots; ++i) compilers.add(start_warden("compile"));
  for (int i = 0; i < options.slots + 1; ++i) runner_wardens.push_back(start_warden("run"));
  for (std::size_t i = 0; i < kPreparedTasks; ++i) baseline_wardens.push_back(start_warden("baseline"));
  reference_warden = start_warden("reference");
  cgroup = reference_warden->cgroup();
  landlock_abi = reference_warden->landlock_abi();
  start_judge();
  runners = std::make_unique<RunnerPool>(std::move(runner_wardens), runner_policy);
}

jail::Warden Evaluator::State::start_warden(const char* label) {
  jail::WardenOptions warden;
  warden.label = label + std::to_string(next_slot);
  warden.cgroup = options.cgroup;
  warden.allow_degraded = options.allow_degraded;
  warden.slot = next_slot++;
  return jail::Warden::start(warden);
}

void Evaluator::State::start_judge() {
  judge = std::make_unique<judge::JudgeProcess>(options.installation.programs / "leap-judge", cancel_event.get());
  start_reference();
}

// After a fault of ours: whichever process it was in, all that the judge works with is made anew. A baseline that has
// used up its processor time comes back this way, too.
void Evaluator::State::recover() {
  const std::lock_guard exclusive(judging);
  prepared.clear();
  reference_jail.reset();
  start_judge();
}

void Evaluator::State::start_reference() {
  if (!std::filesystem::exists(options.installation.programs / "leap-reference")) {
    throw std::runtime_error(
        "this build has no leap-reference, because libtorch was not found when it was configured: "
        "install libtorch-dev and libopenblas0-pthread, then run `./dev build` again");
  }
  auto [ours, theirs] = channel::Channel::pair();
  jail::Launch launch;
  launch.policy = &reference_policy;
  launch.argv = {"/leap-reference"};
  launch.descriptors = {{theirs.fd(), kReferenceChannelFd}};
  auto launched = reference_warden->launch(launch);
  if (const auto* failure = std::get_if<jail::SetupFailure>(&launched)) {
    throw std::runtime_error("the reference's jail could not be set up: " + failure->text());
  }
  reference_jail = std::move(std::get<jail::Jail>(launched));
  judge->connect_reference(ours.fd());
}

judge::RunnerDescriptors Evaluator::State::descriptors(const WaitingRunner& runner, int artifact,
                                                       const protocol::Solution& solution) const {
  const Fd& filter = solution.threads > 1 ? filters->threads : filters->one_thread;
  return {runner.socket.fd(), runner.jail->payload_pidfd(), artifact,
          filter.get(),       solution.entry_point,         solution.threads};
}

Evaluation Evaluator::State::evaluate(const protocol::Task& task, const protocol::Solution& solution,
                                      const GradeOptions& grade, const Progress& progress) {
  Evaluation evaluation = nothing_known(task, solution);
  Fd artifact;
  if (progress) progress("compile");
  if (compile(task, solution, evaluation, artifact)) run(task, solution, grade, artifact.get(), progress, evaluation);
  evaluation.feedback = feedback(evaluation);
  return evaluation;
}

bool Evaluator::State::compile(const protocol::Task& task, const protocol::Solution& solution, Evaluation& evaluation,
                               Fd& artifact) {
  auto warden = compilers.borrow();
  auto compiled = toolchain::compile_cpp(*warden, toolchain_policy, solution, task.definition, cancel_event.get());
  evaluation.verdict = compiled.verdict;
  evaluation.reason = compiled.reason;
  evaluation.diagnostics = std::move(compiled.diagnostics);
  evaluation.compiler_output = std::move(compiled.output);
  evaluation.limits = std::move(compiled.limits);
  const bool ok = compiled.verdict == Verdict::correct;
  evaluation.stages.push_back({"compile", ok ? "ok" : "failed", compiled.elapsed_ms, compiled.reason});
  artifact = std::move(compiled.artifact);
  return ok;
}

void Evaluator::State::run(const protocol::Task& task, const protocol::Solution& solution, const GradeOptions& grade,
                           int artifact, const Progress& progress, Evaluation& evaluation) {
  const auto fail = [&](Verdict verdict, std::string reason) {
    evaluation.verdict = verdict;
    evaluation.reason = protocol::one_line(reason, kMaxReasonBytes);
  };
  auto acquired = runners->acquire();
  if (const auto* failure = std::get_if<jail::SetupFailure>(&acquired)) {
    return fail(Verdict::infra, "the runner's jail could not be set up: " + failure->text());
  }
  auto& loan = std::get<RunnerPool::Loan>(acquired);
  WaitingRunner& runner = loan.runner();

  std::unique_lock exclusive(judging);
  if (progress) progress("check");
  PreparedTask* ready = nullptr;
  if (const auto failure = prepare(task, grade.baseline, ready)) {
    return fail(failure->definition_fault ? Verdict::bad_definition : Verdict::infra, failure->message);
  }
  judge::TrialOptions trial = grade.trial;
  trial.baseline = grade.baseline;
  auto judged = judge->judge(ready->key, descriptors(runner, artifact, solution), trial);
  exclusive.unlock();
  if (const auto* failure = std::get_if<judge::JudgeFailure>(&judged)) return fail(Verdict::infra, failure->message);
  const auto& report = std::get<judge::TrialReport>(judged);

  // The process that died is waited for; every other one is killed.
  std::optional<jail::JailEnd> end;
  const bool died = report.outcome == judge::TrialReport::Outcome::died;
  if (died) end = runner.jail->wait(Clock::now() + std::chrono::seconds(2));
  if (!end) end = runner.jail->kill();
  evaluation.program_output =
      protocol::sanitize_text(runner.output->finish().text(), runner_policy.limits.output_bytes);

  fail(verdict_of(report.outcome), report.reason);
  if (died) {
    auto explained = explain_end(*end, runner_policy.limits, report);
    fail(explained.verdict, std::move(explained.reason));
    if (explained.limit) evaluation.limits.push_back(*explained.limit);
  }
  if (evaluation.verdict == Verdict::timeout && evaluation.limits.empty()) {
    evaluation.limits.push_back("time of a call " + std::to_string(grade.trial.call_limit.count()) + " ms");
  }
  evaluation.cases = report.cases;
  evaluation.mismatches = report.mismatches;
  evaluation.evidence = report.evidence;
  evaluation.timing = report.timing;
  const bool loaded = report.load_ms > 0;
  const bool correct = evaluation.verdict == Verdict::correct;
  evaluation.stages.push_back({"load", loaded ? "ok" : "failed", report.load_ms, loaded ? "" : evaluation.reason});
  evaluation.stages.push_back({"check",
                               correct  ? "ok"
                               : loaded ? "failed"
                                        : "skipped",
                               report.calls_ms, correct || !loaded ? "" : evaluation.reason});
}

// Puts the task in front of the list; the one at the end makes room, with its baseline's jail and warden.
std::optional<judge::JudgeFailure> Evaluator::State::prepare(const protocol::Task& task, bool baseline,
                                                             PreparedTask*& ready) {
  const std::string key = task_key(task);
  auto found = std::find_if(prepared.begin(), prepared.end(), [&](const auto& entry) { return entry.key == key; });
  if (found == prepared.end()) {
    if (prepared.size() == kPreparedTasks) {
      judge->forget(prepared.back().key);
      prepared.pop_back();
    }
    if (auto failure = judge->prepare(key, task.definition, task.workloads, kSetsPerWorkload)) {
      return failure;
    }
    std::size_t warden = 0;  // the first that no other task has
    while (std::any_of(prepared.begin(), prepared.end(), [&](const auto& entry) { return entry.warden == warden; }))
      ++warden;
    prepared.push_front(PreparedTask{key, std::nullopt, warden});
  } else {
    prepared.splice(prepared.begin(), prepared, found);
  }
  ready = &prepared.front();
  if (!baseline || ready->baseline) return std::nullopt;
  return start_baseline(task, *ready);
}

std::optional<judge::JudgeFailure> Evaluator::State::start_baseline(const protocol::Task& task, PreparedTask& ready) {
  constexpr std::size_t kKeptArtifacts = 64;
  if (baseline_artifacts.size() >= kKeptArtifacts && baseline_artifacts.count(ready.key) == 0)
    baseline_artifacts.clear();
  Fd& artifact = baseline_artifacts[ready.key];
  if (!artifact) {
    auto warden = compilers.borrow();
    auto compiled =
        toolchain::compile_cpp(*warden, toolchain_policy, task.baseline, task.definition, cancel_event.get());
    if (compiled.verdict != Verdict::correct) {
      const bool its_fault = compiled.verdict == Verdict::compile_error || compiled.verdict == Verdict::no_code;
      return judge::JudgeFailure{its_fault,
                                 std::string(judge::kBaselineBlame) + " does not compile: " + compiled.reason};
    }
    artifact = std::move(compiled.artifact);
  }
  auto launched = launch_runner(baseline_wardens[ready.warden], runner_policy);
  if (const auto* failure = std::get_if<jail::SetupFailure>(&launched)) {
    return judge::JudgeFailure{false, "the baseline's jail could not be set up: " + failure->text()};
  }
  ready.baseline = std::move(std::get<WaitingRunner>(launched));
  auto failure = judge->start_baseline(ready.key, descriptors(*ready.baseline, artifact.get(), task.baseline));
  if (failure) ready.baseline.reset();
  return failure;
}

Evaluator::Evaluator(const EvaluatorOptions& options) : state_(std::make_unique<State>(options)) {}

Evaluator::~Evaluator() { cancel(); }

Evaluation Evaluator::grade(const protocol::Task& task, const protocol::Solution& solution, const GradeOptions& options,
                            const Progress& progress) {
  if (solution.language != protocol::Language::cpp) {
    throw std::invalid_argument("grading CUDA is not implemented in this build: only `language: cpp` is");
  }
  Evaluation evaluation = nothing_known(task, solution);
  for (int attempt = 0; attempt < 2; ++attempt) {
    try {
      if (attempt > 0) state_->recover();
      evaluation = state_->evaluate(task, solution, options, progress);
    } catch (const std::exception& error) {  // a process of ours is gone, or the host is out of something
      evaluation.verdict = Verdict::infra;
      evaluation.reason = error.what();
      evaluation.feedback = feedback(evaluation);
    }
    if (cancelled()) {
      evaluation.verdict = Verdict::infra;
      evaluation.reason = "cancelled";
    }
    if (evaluation.verdict != Verdict::infra || cancelled()) break;
  }
  // A baseline that fails in a fresh process, too, is the task's fault.
  if (evaluation.verdict == Verdict::infra && !cancelled() && evaluation.reason.rfind(judge::kBaselineBlame, 0) == 0) {
    evaluation.verdict = Verdict::bad_definition;
    evaluation.feedback = feedback(evaluation);
  }
  return evaluation;
}

judge::AdmissionReport Evaluator::admit(const protocol::Task& task) {
  const std::lock_guard exclusive(state_->judging);
  const auto failed = [](const judge::JudgeFailure& failure) {
    judge::AdmissionReport report;
    report.error = failure.message;
    report.definition_fault = failure.definition_fault;
    return report;
  };
  try {
    PreparedTask* ready = nullptr;
    if (const auto failure = state_->prepare(task, /*baseline=*/false, ready)) return failed(*failure);
    auto admitted = state_->judge->admit(ready->key, kSetsPerWorkload);
    if (const auto* failure = std::get_if<judge::JudgeFailure>(&admitted)) return failed(*failure);
    return std::get<judge::AdmissionReport>(admitted);
  } catch (const channel::ChannelError& error) {
    return failed({false, error.what()});
  }
}

void Evaluator::cancel() { ::eventfd_write(state_->cancel_event.get(), 1); }

bool Evaluator::cancelled() const { return channel::is_readable(state_->cancel_event.get()); }

std::vector<std::string> Evaluator::degraded() const {
  std::vector<std::string> missing;
  if (state_->cgroup == jail::CgroupBackend::none)
    missing.push_back("no cgroup: limits are per process, memory is watched");
  if (state_->landlock_abi == 0) missing.push_back("no Landlock: files are kept away by mounts alone");
  return missing;
}

}  // namespace leap::evaluation
