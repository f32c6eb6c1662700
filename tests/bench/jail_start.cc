// From the order to start a jail to the end of a payload that does nothing, against bubblewrap with the same mounts.
//
// Rootless neither side has a cgroup. As root ours has one, and a spare runner hides all of it.
#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "sandbox/evaluation/runner_pool.h"
#include "sandbox/jail/warden.h"
#include "tests/bench/bubblewrap.h"
#include "tests/bench/report.h"

namespace leap::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kDefaultRuns = 250;
constexpr int kWarmUp = 5;
constexpr uid_t kPlainUser = 54322;
constexpr double kTargetRatio = 3;
constexpr auto kLimit = std::chrono::seconds(10);
constexpr auto kTimeToRefill = std::chrono::milliseconds(20);  // a pool has a whole compilation's time for it

// The runner's own policy, with our payload in the place of leap-runner, where every user can read it.
class Payload {
 public:
  explicit Payload(const fs::path& program) {
    char pattern[] = "/tmp/leap-bench-XXXXXX";
    if (::mkdtemp(pattern) == nullptr) throw std::system_error(errno, std::generic_category(), "mkdtemp");
    folder_ = pattern;
    fs::copy_file(program, file());
    for (const fs::path& path : {folder_, file()}) ::chmod(path.c_str(), 0755);
  }
  Payload(const Payload&) = delete;
  Payload& operator=(const Payload&) = delete;
  ~Payload() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  // So that its clean-up still works after the change of user.
  void give_to(uid_t user) const {
    for (const fs::path& path : {folder_, file()}) {
      if (::chown(path.c_str(), user, user) != 0) throw std::system_error(errno, std::generic_category(), "chown");
    }
  }

  fs::path file() const { return folder_ / "leap-runner"; }
  jail::Policy policy() const {
    return jail::load_policy(fs::path(LEAP_SOURCE_DIR) / "policies/sandbox/runner_cpp.json",
                             {{"libexec", folder_.string()}});
  }

 private:
  fs::path folder_;
};

constexpr const char* kPathInJail = "/leap-runner";

jail::Warden start_warden(const std::string& label, std::optional<jail::CgroupBackend> cgroup, unsigned slot = 0) {
  jail::WardenOptions options;
  options.label = label;
  options.cgroup = cgroup;
  options.allow_degraded = true;
  options.slot = slot;
  return jail::Warden::start(options);
}

// A pipe on which the payload tells when its first instruction ran.
class StartSignal {
 public:
  StartSignal() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    read_end_ = Fd(ends[0]);
    write_end_ = Fd(::fcntl(ends[1], F_DUPFD_CLOEXEC, kPayloadFd + 1));  // a dup2 onto itself would keep close-on-exec
    ::close(ends[1]);
  }

  static constexpr int kPayloadFd = 4;
  int write_end() const { return write_end_.get(); }

  double ms_since(const timespec& begin) {
    timespec at{};
    if (::read(read_end_.get(), &at, sizeof at) != sizeof at) throw std::runtime_error("the payload did not say when it began");
    return static_cast<double>(at.tv_sec - begin.tv_sec) * 1e3 + static_cast<double>(at.tv_nsec - begin.tv_nsec) * 1e-6;
  }

 private:
  Fd read_end_, write_end_;
};

void launch_and_wait(jail::Warden& warden, const jail::Policy& policy, int fd) {
  jail::Launch launch;
  launch.policy = &policy;
  launch.argv = {kPathInJail};
  launch.descriptors = {{fd, StartSignal::kPayloadFd}};
  auto launched = warden.launch(launch);
  if (const auto* failure = std::get_if<jail::SetupFailure>(&launched)) throw std::runtime_error(failure->text());
  const auto end = std::get<jail::Jail>(launched).wait(channel::Clock::now() + kLimit);
  if (!end || end->kind != jail::JailEnd::Kind::exited || end->code != 0) throw std::runtime_error("the payload failed");
}

// The pool has time to refill before each, as it has while the next solution compiles.
double take_spare(evaluation::RunnerPool& pool) {
  std::this_thread::sleep_for(kTimeToRefill);
  const Stopwatch watch;
  auto acquired = pool.acquire();
  if (const auto* failure = std::get_if<jail::SetupFailure>(&acquired)) throw std::runtime_error(failure->text());
  auto& socket = std::get<evaluation::RunnerPool::Loan>(acquired).runner().socket;
  socket.send("x");
  if (!socket.receive(channel::Clock::now() + kLimit).message) throw std::runtime_error("the spare did not answer");
  return watch.ms();
}

// One way to run the payload: until its first instruction, and until all is over and waited for.
class Way {
 public:
  Way(std::string name, std::function<void(int fd)> run) : name(std::move(name)), run_(std::move(run)) {}

  Side side() {
    return {name, [this] {
              timespec begin{};
              ::clock_gettime(CLOCK_MONOTONIC, &begin);
              const Stopwatch watch;
              run_(signal_.write_end());
              const double took = watch.ms();
              last_start_ms_ = signal_.ms_since(begin);
              return took;
            }};
  }
  double last_start_ms() const { return last_start_ms_; }

  const std::string name;

 private:
  std::function<void(int fd)> run_;
  StartSignal signal_;
  double last_start_ms_ = 0;
};

void become_plain_user() {
  if (::setgroups(0, nullptr) != 0 || ::setresgid(kPlainUser, kPlainUser, kPlainUser) != 0 ||
      ::setresuid(kPlainUser, kPlainUser, kPlainUser) != 0) {
    throw std::system_error(errno, std::generic_category(), "become a plain user");
  }
}

int measure(const Options& options) {
  Report report("jail_start", options);
  const Payload payload(fs::path(LEAP_BINARY_DIR) / "bench-payload");
  if (::geteuid() == 0) {
    compare_as_root(payload, options.runs, report);
    payload.give_to(kPlainUser);
    become_plain_user();
  }
  compare_rootless(payload, options.runs, report);
  report.finish();
  return 0;
}

}  // namespace
}  // namespace leap::bench

int main(int argc, char** argv) {
  using namespace leap::bench;
  const Options options = Options::parse(argc, argv, "How long a jail takes to start", kDefaultRuns);
  try {
    return measure(options);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "jail_start: %s\n", problem.what());
    return 2;
  }
}
