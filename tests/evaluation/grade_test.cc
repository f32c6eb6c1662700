// Whole evaluations, with the real compiler, jails, reference and judge.

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "protocol/schema_error.h"
#include "protocol/task.h"
#include "sandbox/evaluation/evaluator.h"

namespace leap::evaluation {
namespace {

namespace fs = std::filesystem;
using protocol::Evaluation;
using protocol::Verdict;

std::unique_ptr<Evaluator> make_evaluator(int slots = 1) {
  EvaluatorOptions options;
  options.installation = installation_at(LEAP_BINARY_DIR);
  options.slots = slots;
  options.allow_degraded = ::geteuid() != 0;  // a plain user has no cgroup here
  return std::make_unique<Evaluator>(options);
}

protocol::Task task(const std::string& name) { return protocol::load_task(fs::path(LEAP_SOURCE_DIR) / "tasks" / name); }

Evaluation grade(Evaluator& evaluator, const protocol::Task& task, const std::string& source,
                 GradeOptions options = {}) {
  return evaluator.grade(task, protocol::solution_from_source("kernel.cpp", source, task.definition), options);
}

const std::string kAdd =
    "#include <cstdint>\nextern \"C\" void vector_add(const float* a, const float* b, float* out, int64_t n) {\n"
    "  for (int64_t i = 0; i < n; ++i) out[i] = a[i] + b[i];\n}\n";

std::string add_with(const std::string& body) {
  return "#include <cstdint>\n#include <cstdio>\nextern \"C\" void vector_add(const float* a, const float* b, float* "
         "out, int64_t n) {\n" +
         body + "\n}\n";
}

TEST(Grade, AnHonestKernelIsCorrectAndTimed) {
  auto evaluator = make_evaluator();
  const auto evaluation = grade(*evaluator, task("vector_add"), kAdd);
  ASSERT_EQ(evaluation.verdict, Verdict::correct) << protocol::to_json_text(evaluation, 1);
  ASSERT_TRUE(evaluation.timing);
  EXPECT_EQ(evaluation.timing->source, "host_clock");
  EXPECT_EQ(evaluation.timing->speedup.has_value(), evaluation.timing->reliable) << "none on a host that is too busy";
  EXPECT_GT(evaluation.timing->speedup.value_or(1), 0);
  EXPECT_EQ(evaluation.cases.passed, evaluation.cases.total);
  EXPECT_EQ(evaluation.timing->workloads.size(), task("vector_add").workloads.size());
  for (const auto& workload : evaluation.timing->workloads) {
    EXPECT_GE(workload.samples, 3);
    EXPECT_LE(workload.p10_us, workload.median_us);
    EXPECT_LE(workload.median_us, workload.p90_us);
    EXPECT_GT(workload.baseline_median_us, 0);
  }
  for (const auto& stage : evaluation.stages) EXPECT_EQ(stage.status, "ok") << stage.name;
}

TEST(Grade, WithoutABaselineThereIsNoSpeedUp) {
  auto evaluator = make_evaluator();
  const auto with_baseline = grade(*evaluator, task("vector_add"), kAdd);
  for (const auto& workload : with_baseline.timing->workloads) EXPECT_GT(workload.baseline_median_us, 0);
  GradeOptions options;
  options.baseline = false;
  const auto evaluation = grade(*evaluator, task("vector_add"), kAdd, options);
  ASSERT_EQ(evaluation.verdict, Verdict::correct);
  EXPECT_FALSE(evaluation.timing->speedup) << "also where a baseline is already running";
  for (const auto& workload : evaluation.timing->workloads) EXPECT_EQ(workload.baseline_median_us, 0);
}

TEST(Grade, AWrongKernelIsToldWhereAndByHowMuch) {
  auto evaluator = make_evaluator();
  const auto evaluation = grade(*evaluator, task("vector_add"),
                                add_with("for (int64_t i = 0; i < n; ++i) out[i] = i == n / 2 ? 7e9f : a[i] + b[i];"));
  ASSERT_EQ(evaluation.verdict, Verdict::wrong);
  ASSERT_FALSE(evaluation.mismatches.empty());
  EXPECT_EQ(evaluation.mismatches[0].got, "7e+09");
  EXPECT_EQ(evaluation.mismatches[0].index.size(), 1u);
  EXPECT_NE(evaluation.feedback.find("got 7e+09"), std::string::npos);
  EXPECT_FALSE(evaluation.timing) << "a wrong kernel has no time";
}

TEST(Grade, TheShareOfCasesPassedIsCounted) {
  auto evaluator = make_evaluator();
  const auto evaluation = grade(*evaluator, task("vector_add"),
                                add_with("for (int64_t i = 0; i < n; ++i) out[i] = n > 10000 ? 0 : a[i] + b[i];"));
  ASSERT_EQ(evaluation.verdict, Verdict::wrong);
  EXPECT_EQ(evaluation.cases.total, static_cast<int>(task("vector_add").workloads.size()));
  EXPECT_EQ(evaluation.cases.passed, evaluation.cases.total - 1);
}

TEST(Grade, ACompileErrorHasTheCandidatesLineAndNoPathOfTheJail) {
  auto evaluator = make_evaluator();
  const auto evaluation = grade(*evaluator, task("vector_add"), add_with("  undeclared(a);\n"));
  ASSERT_EQ(evaluation.verdict, Verdict::compile_error);
  ASSERT_FALSE(evaluation.diagnostics.empty());
  EXPECT_EQ(evaluation.diagnostics[0].file, "kernel.cpp");
  EXPECT_EQ(evaluation.diagnostics[0].line, 4);
  EXPECT_EQ(protocol::to_json_text(evaluation).find("/in/"), std::string::npos);
}

TEST(Grade, ManyErrorsStillHaveTheirLines) {
  auto evaluator = make_evaluator();
  std::string many;
  for (int i = 0; i < 300; ++i) many += "  undeclared_" + std::to_string(i) + "();\n";
  const auto evaluation = grade(*evaluator, task("vector_add"), add_with(many));
  ASSERT_EQ(evaluation.verdict, Verdict::compile_error);
  EXPECT_GE(evaluation.diagnostics.size(), 10u);
  EXPECT_NE(evaluation.feedback.find("undeclared_0"), std::string::npos) << evaluation.feedback;
}

TEST(Grade, NoTwoGradesSeeTheSameInputs) {
  auto evaluator = make_evaluator();
  std::vector<std::string> printed;
  for (int i = 0; i < 4; ++i) {
    const auto evaluation = grade(*evaluator, task("vector_add"),
                                  add_with("std::printf(\"%a\\n\", static_cast<double>(a[0]));\n"
                                           "for (int64_t i = 0; i < n; ++i) out[i] = a[i] + b[i];"));
    ASSERT_EQ(evaluation.verdict, Verdict::correct) << evaluation.feedback;
    std::istringstream lines(evaluation.program_output);
    for (std::string line; std::getline(lines, line);) printed.push_back(line);
  }
  EXPECT_GT(printed.size(), 60u);
  std::sort(printed.begin(), printed.end());
  EXPECT_EQ(std::adjacent_find(printed.begin(), printed.end()), printed.end());
}

TEST(Grade, ABaselineThatFailsIsTheTasksFault) {
  auto evaluator = make_evaluator();
  auto broken = task("vector_add");
  broken.baseline.sources[0].content = add_with("__builtin_trap();");
  const auto evaluation = grade(*evaluator, broken, kAdd);
  EXPECT_EQ(evaluation.verdict, Verdict::bad_definition) << evaluation.reason;
  EXPECT_EQ(grade(*evaluator, task("vector_add"), kAdd).verdict, Verdict::correct);
}

TEST(Grade, AnUndefinedFunctionIsACompileErrorAndNotACrash) {
  auto evaluator = make_evaluator();
  const auto evaluation =
      grade(*evaluator, task("vector_add"), "extern \"C\" void missing_one();\n" + add_with("missing_one();"));
  EXPECT_EQ(evaluation.verdict, Verdict::compile_error);
  EXPECT_NE(evaluation.feedback.find("missing_one"), std::string::npos) << evaluation.feedback;
  EXPECT_EQ(protocol::to_json_text(evaluation).find("/w/"), std::string::npos) << evaluation.feedback;
}

TEST(Grade, APastTheEndReadNamesTheTensor) {
  auto evaluator = make_evaluator();
  const auto evaluation =
      grade(*evaluator, task("vector_add"), add_with("for (int64_t i = 0; i < n + 64; ++i) out[i % n] = b[i];"));
  ASSERT_EQ(evaluation.verdict, Verdict::crash);
  EXPECT_NE(evaluation.reason.find("bytes past the end of input"), std::string::npos) << evaluation.reason;
}

TEST(Grade, WritingToAnInputIsACrashThatSaysSo) {
  auto evaluator = make_evaluator();
  const auto evaluation = grade(*evaluator, task("vector_add"), add_with("const_cast<float*>(a)[0] = 1;"));
  ASSERT_EQ(evaluation.verdict, Verdict::crash);
  EXPECT_NE(evaluation.reason.find("read-only"), std::string::npos) << evaluation.reason;
}

TEST(Grade, WritingBesideAnOutputIsWrong) {
  auto evaluator = make_evaluator();
  // Four bytes behind the end lie in the same page when the size is no multiple of 64 bytes.
  const auto evaluation =
      grade(*evaluator, task("vector_add"),
            add_with("for (int64_t i = 0; i < n; ++i) out[i] = a[i] + b[i];\nif (n % 16) out[n] = 1;"));
  ASSERT_EQ(evaluation.verdict, Verdict::wrong);
  EXPECT_NE(evaluation.feedback.find("written past its end"), std::string::npos) << evaluation.feedback;
}

TEST(Grade, PrintedTextIsKeptAndHarmless) {
  auto evaluator = make_evaluator();
  const auto evaluation =
      grade(*evaluator, task("vector_add"), add_with("std::puts(\"n is \\x1b[31mred\"); __builtin_trap();"));
  ASSERT_EQ(evaluation.verdict, Verdict::crash);
  EXPECT_NE(evaluation.program_output.find("n is "), std::string::npos);
  EXPECT_EQ(evaluation.program_output.find('\x1b'), std::string::npos);
}

TEST(Grade, AnEndlessLoopIsATimeoutInBoundedTime) {
  auto evaluator = make_evaluator();
  GradeOptions options;
  options.trial.call_limit = std::chrono::milliseconds(200);
  const auto begin = std::chrono::steady_clock::now();
  const auto evaluation =
      grade(*evaluator, task("vector_add"), add_with("for (volatile int x = 0;;) x = x + 1;"), options);
  EXPECT_EQ(evaluation.verdict, Verdict::timeout);
  EXPECT_FALSE(evaluation.limits.empty());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  EXPECT_EQ(grade(*evaluator, task("vector_add"), kAdd).verdict, Verdict::correct);
}

TEST(Grade, CancellingEndsWhatRuns) {
  auto evaluator = make_evaluator();
  grade(*evaluator, task("vector_add"), kAdd);
  GradeOptions options;
  options.trial.call_limit = options.trial.total_limit = std::chrono::minutes(5);
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    evaluator->cancel();
  });
  const auto begin = std::chrono::steady_clock::now();
  const auto evaluation =
      grade(*evaluator, task("vector_add"), add_with("for (volatile int x = 0;;) x = x + 1;"), options);
  canceller.join();
  EXPECT_EQ(evaluation.verdict, Verdict::infra);
  EXPECT_EQ(evaluation.reason, "cancelled");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(1));
}

// More tasks than are kept ready, from two threads, each with a right and a wrong solution.
TEST(Grade, SlotsAndTasksDoNotMix) {
  auto evaluator = make_evaluator(2);
  const std::vector<std::string> names{"vector_add", "relu", "row_sum", "transpose"};
  std::vector<std::string> faults[2];
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < names.size(); ++i) {
        const auto the_task = task(names[(i + static_cast<std::size_t>(t)) % names.size()]);
        for (const auto& example : the_task.examples) {
          if (example.expected != Verdict::correct && example.expected != Verdict::wrong) continue;
          const auto evaluation = evaluator->grade(the_task, example.solution, {});
          if (evaluation.verdict != example.expected)
            faults[t].push_back(example.file.string() + ": " + evaluation.feedback);
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& list : faults) EXPECT_TRUE(list.empty()) << list.front();
}

TEST(Grade, TwoTasksOfOneNameAreTwoTasks) {
  auto evaluator = make_evaluator();
  auto other = task("vector_add");
  EXPECT_EQ(grade(*evaluator, other, kAdd).verdict, Verdict::correct);
  const auto at = other.definition.reference.find('+');
  ASSERT_NE(at, std::string::npos);
  other.definition.reference[at] = '-';
  EXPECT_EQ(grade(*evaluator, other, kAdd).verdict, Verdict::wrong);
}

TEST(Grade, AFaultOfTheDefinitionIsNeverTheSolutions) {
  auto evaluator = make_evaluator();
  for (const std::string& reference :
       {std::string("def run(a, b):\n  return a +\n"), std::string("def run(a, b):\n  return torch.rand_like(a)\n"),
        std::string("def run(a, b):\n  return (a + b)[1:]\n"),
        std::string("def run(a, b):\n  while True:\n    a = a + b\n  return a\n")}) {
    auto broken = task("vector_add");
    broken.definition.reference = reference;
    const auto evaluation = grade(*evaluator, broken, kAdd);
    EXPECT_EQ(evaluation.verdict, Verdict::bad_definition) << reference << evaluation.reason;
    EXPECT_FALSE(evaluation.reason.empty());
  }
  for (const char* name : {"relu", "vector_add", "row_sum", "relu"}) {
    const auto next = task(name);
    EXPECT_EQ(evaluator->grade(next, next.baseline, {}).verdict, Verdict::correct) << "and the next task is fine";
  }
}

TEST(Grade, ATaskThatNeedsTooMuchMemoryIsRefusedBeforeItIsTried) {
  auto evaluator = make_evaluator();
  auto huge = task("vector_add");
  huge.workloads[0].axes["n"] = std::int64_t{1} << 30;
  const auto evaluation = grade(*evaluator, huge, kAdd);
  EXPECT_EQ(evaluation.verdict, Verdict::bad_definition);
  EXPECT_NE(evaluation.reason.find("MiB"), std::string::npos) << evaluation.reason;
}

// PID of the child of this process whose name is `name`.
pid_t child_called(const std::string& name) {
  for (const auto& entry : fs::directory_iterator("/proc")) {
    if (entry.path().filename().string().find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream stat(entry.path() / "stat");
    const std::string line{std::istreambuf_iterator<char>(stat), {}};
    const auto open = line.find('('), close = line.rfind(')');
    if (open == std::string::npos || line.substr(open + 1, close - open - 1) != name) continue;
    std::istringstream rest(line.substr(close + 1));
    char state;
    pid_t parent;
    rest >> state >> parent;
    if (parent == ::getpid()) return std::stoi(entry.path().filename());
  }
  return -1;
}

TEST(Grade, AJudgeThatDiesIsReplacedAndNobodyIsBlamed) {
  auto evaluator = make_evaluator();
  EXPECT_EQ(grade(*evaluator, task("vector_add"), kAdd).verdict, Verdict::correct);
  const pid_t judge = child_called("leap-judge");
  ASSERT_GT(judge, 0);
  ::kill(judge, SIGKILL);
  EXPECT_EQ(grade(*evaluator, task("vector_add"), kAdd).verdict, Verdict::correct);
  EXPECT_NE(child_called("leap-judge"), judge);
}

TEST(Grade, ACandidateWithDeclaredThreadsMayHaveThem) {
  auto evaluator = make_evaluator();
  const std::string threaded =
      "#include <cstdint>\n#include <thread>\nextern \"C\" void vector_add(const float* a, const float* b, float* out, "
      "int64_t n) {\n"
      "  auto part = [&](int64_t from, int64_t to) { for (int64_t i = from; i < to; ++i) out[i] = a[i] + b[i]; };\n"
      "  std::thread other(part, n / 2, n);\n  part(0, n / 2);\n  other.join();\n}\n";
  EXPECT_EQ(grade(*evaluator, task("vector_add"), "// threads: 2\n" + threaded).verdict, Verdict::correct);
  const auto undeclared = grade(*evaluator, task("vector_add"), threaded);
  EXPECT_EQ(undeclared.verdict, Verdict::crash);
  EXPECT_NE(undeclared.reason.find("// threads: N"), std::string::npos) << undeclared.reason;
  const std::string openmp =
      "// threads: 2\n#include <cstdint>\nextern \"C\" void vector_add(const float* a, const float* b, float* out, "
      "int64_t n) {\n"
      "#pragma omp parallel for\n  for (int64_t i = 0; i < n; ++i) out[i] = a[i] + b[i];\n}\n";
  EXPECT_EQ(grade(*evaluator, task("vector_add"), openmp).verdict, Verdict::correct);
}

TEST(Grade, AnotherLanguageIsRefusedByName) {
  auto evaluator = make_evaluator();
  const auto the_task = task("vector_add");
  const auto cuda = protocol::solution_from_source("kernel.cu", kAdd, the_task.definition);
  EXPECT_THROW(evaluator->grade(the_task, cuda, {}), std::invalid_argument);
}

TEST(Admission, ARefusedTaskIsToldWhy) {
  auto evaluator = make_evaluator();
  auto degenerate = task("relu");
  degenerate.definition.reference = "def run(x):\n  return torch.zeros_like(x)\n";
  const auto report = evaluator->admit(degenerate);
  EXPECT_FALSE(report.admitted);
  std::vector<std::string> failed;
  for (const auto& check : report.checks) {
    if (!check.passed) failed.push_back(check.name);
  }
  for (const char* name : {"zeros", "constant", "other seed", "two seeds differ"}) {
    EXPECT_NE(std::find(failed.begin(), failed.end(), name), failed.end()) << name;
  }
}

TEST(Admission, AnIdentityTaskIsRefusedForACopyOfItsInput) {
  auto evaluator = make_evaluator();
  auto identity = task("relu");
  identity.definition.reference = "def run(x):\n  return x * 1.0\n";
  const auto report = evaluator->admit(identity);
  EXPECT_FALSE(report.admitted);
  for (const auto& check : report.checks) EXPECT_EQ(check.passed, check.name.rfind("copy", 0) != 0) << check.name;
}

TEST(Admission, APositiveSumThatHidesPrecisionIsRefused) {
  auto evaluator = make_evaluator();
  auto coarse = task("row_sum");
  for (auto& workload : coarse.workloads) {
    protocol::InputSpec positive;
    positive.kind = protocol::InputSpec::Kind::uniform;
    workload.inputs[coarse.definition.inputs[0].name] = positive;
    for (auto& [axis, value] : workload.axes) value = axis == "cols" ? 60000 : 3;
  }
  const auto report = evaluator->admit(coarse);
  EXPECT_FALSE(report.admitted);
  for (const auto& check : report.checks) {
    if (check.name == "TF32 inputs") {
      EXPECT_FALSE(check.passed);
    }
  }
}

}  // namespace
}  // namespace leap::evaluation
