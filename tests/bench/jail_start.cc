// How long a jail takes to start, against bubblewrap with the same mounts: until the first instruction of a payload
// that does nothing, and until its end, with all of the jail cleaned up.
//
// Rootless neither side has a cgroup. As root ours has one, and a spare runner hides all of it.
#include <fcntl.h>
#include <grp.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <functional>
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
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    read_end_ = Fd(ends[0]);
    write_end_ = Fd(::fcntl(ends[1], F_DUPFD_CLOEXEC, kPayloadFd + 1));  // a dup2 onto itself would keep close-on-exec
    ::close(ends[1]);
  }

  static constexpr int kPayloadFd = 4;
  int write_end() const { return write_end_.get(); }

  double ms_since(const timespec& begin) {
    timespec at{};
    if (::read(read_end_.get(), &at, sizeof at) != sizeof at)
      throw std::runtime_error("the payload did not say when it began");
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
  if (!end || end->kind != jail::JailEnd::Kind::exited || end->code != 0)
    throw std::runtime_error("the payload failed");
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

// One way to run the payload, given a descriptor for it.
class Way {
 public:
  Way(std::string name, std::function<void(int fd)> run) : name_(std::move(name)), run_(std::move(run)) {}

  Turn turn() {
    return [this](Counts counts) {
      timespec begin{};
      ::clock_gettime(CLOCK_MONOTONIC, &begin);
      const Stopwatch watch;
      run_(signal_.write_end());
      const double took = watch.ms();
      const double until_started = signal_.ms_since(begin);
      if (counts == Counts::no) return;
      started.add(until_started);
      ended.add(took);
    };
  }
  void print(Table& table) const {
    table.row(name_ + ": first instruction", started);
    table.row(name_ + ": end", ended);
  }

  Samples started, ended;

 private:
  std::string name_;
  std::function<void(int fd)> run_;
  StartSignal signal_;
};

// The three that are compared. Bubblewrap is left out where it is not installed.
struct Ways {
  Ways(const Payload& payload, const std::string& our_name, std::optional<jail::CgroupBackend> cgroup)
      : policy(payload.policy()),
        warden(start_warden("bench", cgroup)),
        ours(our_name, [this](int fd) { launch_and_wait(warden, policy, fd); }),
        plain("no jail", [file = payload.file()](int fd) { spawn_and_wait({file}, fd, StartSignal::kPayloadFd); }) {
    if (!Bubblewrap::installed()) return;
    rival.emplace(policy, kPathInJail);
    theirs.emplace("bubblewrap, no cgroup", [this](int fd) { rival->run(fd, StartSignal::kPayloadFd); });
  }
  Ways(const Ways&) = delete;
  Ways& operator=(const Ways&) = delete;

  std::vector<Turn> turns() {
    std::vector<Turn> turns{ours.turn(), plain.turn()};
    if (theirs) turns.push_back(theirs->turn());
    return turns;
  }
  void print(Table& table) const {
    ours.print(table);
    if (theirs) theirs->print(table);
    plain.print(table);
    if (!theirs) return table.note("bubblewrap is not installed: nothing to compare with");
    table.ratio("bubblewrap / leap jail: first instruction", theirs->started, ours.started);
    table.ratio("bubblewrap / leap jail: end", theirs->ended, ours.ended);
  }

  const jail::Policy policy;
  jail::Warden warden;
  std::optional<Bubblewrap> rival;
  Way ours, plain;
  std::optional<Way> theirs;
};

void compare_rootless(const Payload& payload, int runs, Report& report) {
  Ways ways(payload, "leap jail", jail::CgroupBackend::none);
  take_turns(ways.turns(), runs, kWarmUp);
  Table& table = report.table("rootless, no cgroup", "ms");
  ways.print(table);
  if (!ways.theirs) return;
  table.note(at_least(kTargetRatio, ways.theirs->started.p10() / ways.ours.started.p10(),
                      "start to first instruction, ratio at p10"));
}

void compare_as_root(const Payload& payload, int runs, Report& report) {
  Ways ways(payload, "leap jail, cold", std::nullopt);
  std::vector<jail::Warden> spare_wardens;
  for (unsigned slot : {1u, 2u}) spare_wardens.push_back(start_warden("spare", std::nullopt, slot));
  evaluation::RunnerPool pool(std::move(spare_wardens), ways.policy);
  Samples spare;
  auto turns = ways.turns();
  turns.push_back([&](Counts counts) {
    const double took = take_spare(pool);
    if (counts == Counts::yes) spare.add(took);
  });
  take_turns(turns, runs, kWarmUp);

  Table& table = report.table("root, cgroup " + std::string(jail::name(ways.warden.cgroup())), "ms");
  ways.print(table);
  table.row("leap jail, spare: first instruction", spare);
  table.ratio("cold / spare: first instruction", ways.ours.started, spare);
}

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
