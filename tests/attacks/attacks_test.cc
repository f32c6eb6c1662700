// Grades every program under tests/attacks/programs for real and asserts: its verdict, a bounded time, nothing left on
// the host, and that an honest solution is still graded as one afterwards.
//
//   attacks_test --mode=root|rootless [--shard=I/N] [--only=SUBSTRING]

#include <grp.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <system_error>
#include <thread>

#include "protocol/task.h"
#include "sandbox/evaluation/evaluator.h"
#include "tests/attacks/attack_program.h"
#include "tests/attacks/host_state.h"

namespace leap::attacks {
namespace {

namespace fs = std::filesystem;
using protocol::Verdict;

constexpr int kSkipped = 77;  // ctest's SKIP_RETURN_CODE
constexpr uid_t kPlainUser = 61999;
constexpr double kForgedShare = 0.25;  // a wake-up's allowance is less than three quarters of the shortest of them
constexpr auto kBound = std::chrono::seconds(60);  // the slowest attack is held by the compiler's own limit of 20 s

struct Arguments {
  bool rootless = false;
  int shard = 0, shards = 1;
  std::string only;
};

std::string read(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void replace_in(const fs::path& file, const std::string& from, const std::string& to) {
  std::string text = read(file);
  const auto at = text.find(from);
  if (at == std::string::npos) throw std::runtime_error(file.string() + " does not hold " + from);
  std::ofstream(file) << text.replace(at, from.size(), to);
}

// A copy of the build that a user without rights can read, since a checkout often lies in a private folder.
class WorkingCopy {
 public:
  WorkingCopy() {
    char pattern[] = "/tmp/leap-attacks-XXXXXX";
    folder_ = ::mkdtemp(pattern);
    ::chmod(folder_.c_str(), 0755);
    fs::create_directories(folder_ / "bin");
    fs::create_directories(folder_ / "share/leap");
    for (const char* program : {"leap-judge", "leap-runner", "leap-reference"}) {
      fs::copy_file(fs::path(LEAP_BINARY_DIR) / program, folder_ / "bin" / program);
    }
    for (const char* data : {"policies", "tasks"}) {
      fs::copy(fs::path(LEAP_SOURCE_DIR) / data, folder_ / "share/leap" / data, fs::copy_options::recursive);
    }
    // Bombs go off sooner under a smaller limit; nothing else depends on it.
    replace_in(folder_ / "share/leap/policies/sandbox/runner_cpp.json", "\"memory_bytes\": 1073741824",
               "\"memory_bytes\": 268435456");
    replace_in(folder_ / "share/leap/policies/sandbox/toolchain_cpp.json", "\"memory_bytes\": 1610612736",
               "\"memory_bytes\": 536870912");
    fs::create_directories(folder_ / "work");
    fs::permissions(folder_ / "work", fs::perms::all);
  }
  WorkingCopy(const WorkingCopy&) = delete;
  WorkingCopy& operator=(const WorkingCopy&) = delete;
  ~WorkingCopy() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  evaluation::Installation installation() const { return evaluation::installation_at(folder_ / "bin"); }
  fs::path work() const { return folder_ / "work"; }

 private:
  fs::path folder_;
};

// Everything that all attacks of one run share.
struct Arena {
  explicit Arena(const WorkingCopy& working_copy) : copy(working_copy) {}

  const WorkingCopy& copy;
  HostWatch host{copy.work()};
  std::unique_ptr<evaluation::Evaluator> evaluator;
  std::map<std::string, protocol::Task> tasks;
  HostState quiet;

  const protocol::Task& task(const std::string& name) {
    auto found = tasks.find(name);
    if (found == tasks.end()) {
      found = tasks.emplace(name, protocol::load_task(copy.installation().tasks / name)).first;
    }
    return found->second;
  }

  protocol::Evaluation grade(const std::string& task_name, const fs::path& file) {
    const auto& the_task = task(task_name);
    const auto solution = protocol::solution_from_source(file.filename().string(), read(file), the_task.definition);
    return evaluator->grade(the_task, solution, options());
  }

  static evaluation::GradeOptions options() {
    evaluation::GradeOptions options;
    options.trial.call_limit = std::chrono::milliseconds(2500);  // time enough to touch all memory up to the limit
    return options;
  }
};

class Attack : public testing::Test {
 public:
  Attack(Arena& arena, AttackProgram program, bool rootless)
      : arena_(arena), program_(std::move(program)), rootless_(rootless) {}

  void TestBody() override {
    const auto begin = std::chrono::steady_clock::now();
    const auto evaluation = arena_.grade(program_.task, program_.file);
    const auto elapsed = std::chrono::steady_clock::now() - begin;

    const auto& expected = rootless_ ? program_.expected_rootless : program_.expected;
    EXPECT_NE(std::find(expected.begin(), expected.end(), evaluation.verdict), expected.end())
        << program_.attack << "\ngot: " << protocol::to_json_text(evaluation, 1);
    EXPECT_LT(elapsed, kBound);
    if (!program_.says.empty()) {
      EXPECT_NE((evaluation.reason + evaluation.feedback).find(program_.says), std::string::npos)
          << "nothing says '" << program_.says << "' in " << evaluation.feedback;
    }
    if (!program_.never_says.empty()) {
      EXPECT_EQ(protocol::to_json_text(evaluation).find(program_.never_says), std::string::npos) << "it leaked";
    }
    if (program_.at_least_us > 0 && evaluation.timing) {
      EXPECT_GE(evaluation.timing->median_us, kForgedShare * program_.at_least_us)
          << protocol::to_json_text(evaluation, 1);
    }
    expect_nothing_left();
    const auto honest =
        arena_.grade("vector_add", arena_.copy.installation().tasks / "vector_add/solutions/honest.cpp");
    EXPECT_EQ(honest.verdict, Verdict::correct) << "the next grade suffers: " << protocol::to_json_text(honest, 1);
  }

 private:
  // The spare runner that replaces a used one takes a moment; what is still there after five seconds stays.
  void expect_nothing_left() {
    HostState now;
    for (int i = 0; i < 100; ++i) {
      now = arena_.host.look();
      if (now == arena_.quiet) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    ADD_FAILURE() << "left behind: " << now.text() << "; before: " << arena_.quiet.text();
    arena_.quiet = now;
  }

  Arena& arena_;
  AttackProgram program_;
  bool rootless_;
};

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--mode=rootless") arguments.rootless = true;
    if (word.rfind("--shard=", 0) == 0) std::sscanf(argv[i], "--shard=%d/%d", &arguments.shard, &arguments.shards);
    if (word.rfind("--only=", 0) == 0) arguments.only = word.substr(7);
  }
  return arguments;
}

void become_plain_user() {
  if (::setgroups(0, nullptr) != 0 || ::setresgid(kPlainUser, kPlainUser, kPlainUser) != 0 ||
      ::setresuid(kPlainUser, kPlainUser, kPlainUser) != 0) {
    std::perror("become a plain user");
    std::exit(1);
  }
}

int run_attacks(const Arguments& arguments, const WorkingCopy& copy, const std::vector<AttackProgram>& programs) {
  Arena arena(copy);
  evaluation::EvaluatorOptions options;
  options.installation = copy.installation();
  options.allow_degraded = arguments.rootless;
  arena.evaluator = std::make_unique<evaluation::Evaluator>(options);
  // Every task's baseline is compiled and two are in place before the host is looked at: those stay.
  for (const char* task : {"row_sum", "row_softmax", "matmul", "vector_add"}) {
    const auto evaluation = arena.grade(task, copy.installation().tasks / task / "solutions/honest.cpp");
    if (evaluation.verdict != Verdict::correct) {
      std::fprintf(stderr, "before any attack: %s\n", protocol::to_json_text(evaluation, 1).c_str());
      return 1;
    }
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  arena.quiet = arena.host.look();
  if (!arguments.rootless && arena.quiet.cgroups == 0) {
    std::fputs("the cgroups of our wardens are not found, so none that is left behind would be\n", stderr);
    return 1;
  }

  int index = 0;
  for (AttackProgram program : programs) {
    if (index++ % arguments.shards != arguments.shard) continue;
    if (program.name.find(arguments.only) == std::string::npos) continue;
    program.file = copy.work() / program.file.filename();
    testing::RegisterTest("Attack", program.name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [&arena, program, rootless = arguments.rootless]() -> testing::Test* {
                            return std::make_unique<Attack>(arena, program, rootless).release();  // gtest owns it
                          });
  }
  return RUN_ALL_TESTS();
}

sigset_t supervised_signals() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int number : {SIGINT, SIGTERM, SIGCHLD}) ::sigaddset(&set, number);
  return set;
}

// Waits for the child and passes on what asks us to leave, so that we outlive it and can clean up. Our exit status.
int supervise(pid_t child) {
  const sigset_t signals = supervised_signals();
  for (;;) {
    const int number = ::sigwaitinfo(&signals, nullptr);
    if (number == SIGINT || number == SIGTERM) ::kill(child, SIGKILL);  // its wardens end with it
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) != child) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
}

// The tests run in a child, which may give its rights up; the parent keeps those that it takes to remove the copy.
int run(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const Arguments arguments = parse(argc, argv);
  if (!arguments.rootless && ::geteuid() != 0) {
    std::puts("root mode needs root");
    return kSkipped;
  }
  const auto programs = all_attacks(fs::path(LEAP_SOURCE_DIR) / "tests/attacks/programs");
  const sigset_t signals = supervised_signals();
  sigset_t before;
  ::sigprocmask(SIG_BLOCK, &signals, &before);  // before there is anything to remove
  const WorkingCopy copy;
  for (const auto& program : programs) fs::copy_file(program.file, copy.work() / program.file.filename());
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child > 0) return supervise(child);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  if (arguments.rootless && ::geteuid() == 0) become_plain_user();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);                 // a change of user clears it
  std::exit(run_attacks(arguments, copy, programs));  // runs no destructor of `copy`
}

}  // namespace
}  // namespace leap::attacks

int main(int argc, char** argv) { return leap::attacks::run(argc, argv); }
