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

double cold_start(jail::Warden& warden, const jail::Policy& policy) {
  const Stopwatch watch;
  jail::Launch launch;
  launch.policy = &policy;
  launch.argv = {kPathInJail};
  auto launched = warden.launch(launch);
  if (const auto* failure = std::get_if<jail::SetupFailure>(&launched)) throw std::runtime_error(failure->text());
  const auto end = std::get<jail::Jail>(launched).wait(channel::Clock::now() + kLimit);
  const double took = watch.ms();
  if (!end || end->kind != jail::JailEnd::Kind::exited || end->code != 0)
    throw std::runtime_error("the payload failed");
  return took;
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

double timed(const std::function<void()>& action) {
  const Stopwatch watch;
  action();
  return watch.ms();
}

// The floor, our jail, and bubblewrap where it is installed.
std::vector<Side> sides_of(const Payload& payload, const jail::Policy& policy, jail::Warden& warden,
                           std::optional<Bubblewrap>& rival) {
  std::vector<Side> sides;
  sides.push_back({"leap jail", [&] { return cold_start(warden, policy); }});
  if (Bubblewrap::installed()) {
    rival.emplace(policy, kPathInJail);
    sides.push_back({"bubblewrap", [&] { return timed([&] { rival->run(); }); }});
  }
  sides.push_back({"no jail", [&] { return timed([&] { spawn_and_wait({payload.file()}); }); }});
  return sides;
}

constexpr std::size_t kOurs = 0, kRival = 1;

void compare_rootless(const Payload& payload, int runs, Report& report) {
  const jail::Policy policy = payload.policy();
  jail::Warden warden = start_warden("bench", jail::CgroupBackend::none);
  std::optional<Bubblewrap> rival;
  auto sides = sides_of(payload, policy, warden, rival);
  take_turns(sides, runs, kWarmUp);

  Table& table = report.table("rootless, no cgroup: start to end of a no-op", "ms");
  table.rows(sides);
  if (!rival) return table.note("bubblewrap is not installed: nothing to compare with");
  const Samples &ours = sides[kOurs].samples, &theirs = sides[kRival].samples;
  table.ratio("bubblewrap / leap jail", theirs, ours);
  table.note(at_least(kTargetRatio, theirs.p10() / ours.p10(), "ratio at p10"));
}

void compare_as_root(const Payload& payload, int runs, Report& report) {
  const jail::Policy policy = payload.policy();
  jail::Warden warden = start_warden("bench", std::nullopt);
  const std::string backend(jail::name(warden.cgroup()));
  std::vector<jail::Warden> spare_wardens;
  for (unsigned slot : {1u, 2u}) spare_wardens.push_back(start_warden("spare", std::nullopt, slot));
  evaluation::RunnerPool pool(std::move(spare_wardens), policy);
  std::optional<Bubblewrap> rival;
  auto sides = sides_of(payload, policy, warden, rival);
  sides[kOurs].name += ", cgroup " + backend + ", cold";
  if (rival) sides[kRival].name += ", no cgroup";
  sides.push_back(
      {"leap spare, cgroup " + backend + ": until its first instruction", [&] { return take_spare(pool); }});
  take_turns(sides, runs, kWarmUp);

  Table& table = report.table("root: start to end of a no-op", "ms");
  table.rows(sides);
  if (rival) table.ratio("bubblewrap / cold", sides[kRival].samples, sides[kOurs].samples);
  table.ratio("cold / spare", sides[kOurs].samples, sides.back().samples);
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
