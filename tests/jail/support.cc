#include "tests/jail/support.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

namespace leap::jail::testing {

namespace {

namespace fs = std::filesystem;

constexpr uid_t kPlainUser = 54321;
constexpr auto kReadable = static_cast<fs::perms>(0755);

fs::path& program_directory() {
  static fs::path directory;
  return directory;
}

// The build tree may be out of a plain user's sight.
fs::path copy_programs() {
  char pattern[] = "/tmp/leap-jail-test-XXXXXX";
  const fs::path directory = ::mkdtemp(pattern);
  fs::permissions(directory, fs::perms::all);
  // leap-probe also stands in for the programs that the shipped policies name.
  for (const char* name : {"leap-probe", "leap-runner", "leap-reference"}) {
    fs::copy_file(fs::path(LEAP_BINARY_DIR) / "leap-probe", directory / name);
    fs::permissions(directory / name, kReadable);
  }
  return directory;
}

void become(User user) {
  if (user == User::root || ::geteuid() != 0) return;
  if (::setgroups(0, nullptr) != 0 || ::setresgid(kPlainUser, kPlainUser, kPlainUser) != 0 ||
      ::setresuid(kPlainUser, kPlainUser, kPlainUser) != 0) {
    std::perror("become a plain user");
    ::_exit(3);
  }
}

MountRule bind(const std::string& source, const std::string& target, bool executable) {
  MountRule rule{};
  rule.kind = MountRule::Kind::read_only_bind;
  rule.source = source;
  rule.target = target;
  rule.executable = executable;
  return rule;
}

MountRule link(const std::string& target, const std::string& to) {
  MountRule rule{};
  rule.kind = MountRule::Kind::symbolic_link;
  rule.source = to;
  rule.target = target;
  return rule;
}

MountRule temporary(const std::string& target, bool writable) {
  MountRule rule{};
  rule.kind = MountRule::Kind::temporary;
  rule.target = target;
  rule.size_bytes = 8u << 20;
  rule.inodes = 64;
  rule.writable = writable;
  return rule;
}

void find_leap_directories(const fs::path& below, std::vector<std::string>& found) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(below, ignored)) {
    if (!entry.is_directory(ignored) || entry.is_symlink(ignored)) continue;
    if (entry.path().filename().string().rfind("leap-", 0) == 0) found.push_back(entry.path());
    find_leap_directories(entry.path(), found);
  }
}

}  // namespace

bool can_be(User user) { return user == User::plain || ::geteuid() == 0; }

void as_user(User user, const std::function<void()>& body) {
  program_directory() = copy_programs();
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) {
    become(user);
    try {
      body();
    } catch (const std::exception& problem) {
      ADD_FAILURE() << problem.what();
    }
    std::fflush(stdout);
    ::_exit(::testing::Test::HasFailure() ? 1 : 0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  fs::remove_all(program_directory());
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "in the child, status " << status;
}

fs::path programs() { return program_directory(); }

FilterProgram allow_everything() {
  const sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  return FilterProgram(reinterpret_cast<const char*>(&allow), sizeof allow);
}

Policy probe_policy() {
  Policy policy;
  policy.name = "test";
  policy.mounts = {bind(programs() / "leap-probe", "/leap-probe", true),
                   bind("/usr/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", true),
                   bind("/usr/lib64", "/usr/lib64", true),
                   link("/lib", "usr/lib"),
                   link("/lib64", "usr/lib64"),
                   bind("/etc/ld.so.cache", "/etc/ld.so.cache", false),
                   temporary("/w", true),
                   temporary("/in", false)};
  MountRule device{};
  device.kind = MountRule::Kind::device;
  device.source = device.target = "/dev/null";
  policy.mounts.push_back(device);
  policy.limits.memory_bytes = 256u << 20;
  policy.limits.processes = 24;
  policy.limits.file_bytes = 64u << 20;
  policy.limits.open_files = 64;
  policy.limits.stack_bytes = 8u << 20;
  policy.limits.cpu_seconds = 60;
  policy.environment = {{"LANG", "C"}};
  policy.filters = {{"payload", allow_everything()}};
  return policy;
}

Policy shipped_policy(const std::string& name, Supervised supervised) {
  const fs::path shipped = fs::path(LEAP_SOURCE_DIR) / "policies/sandbox" / (name + ".json");
  nlohmann::json text = nlohmann::json::parse(std::ifstream(shipped));
  for (auto& stage : text["seccomp"]) {
    if (supervised == Supervised::unanswered || !stage.contains("supervise")) continue;
    for (const auto& rule : stage["supervise"]) stage["allow"].push_back(rule);
    stage.erase("supervise");
  }
  const fs::path copy = programs() / (name + std::to_string(::getuid()) + ".json");
  std::ofstream(copy) << text;
  Policy policy = load_policy(supervised == Supervised::allowed ? copy : shipped, {{"libexec", programs().string()}});
  policy.mounts.push_back(bind(programs() / "leap-probe", "/leap-probe", true));
  return policy;
}

WardenOptions options(const std::string& label) {
  WardenOptions result;
  result.label = label;
  result.allow_degraded = true;  // a plain user has no cgroup here
  return result;
}

Ran run(Warden& warden, const Policy& policy, const Request& request) {
  const Fd output(::memfd_create("output", MFD_CLOEXEC));
  Launch launch;
  launch.policy = &policy;
  launch.argv = {"/leap-probe"};
  launch.argv.insert(launch.argv.end(), request.arguments.begin(), request.arguments.end());
  launch.descriptors = request.descriptors;
  launch.descriptors.emplace_back(output.get(), 1);
  launch.descriptors.emplace_back(output.get(), 2);
  launch.placed = request.placed;
  launch.collected = request.collected;
  launch.environment = request.environment;
  auto result = warden.launch(launch);
  if (auto* failure = std::get_if<SetupFailure>(&result)) throw std::runtime_error(failure->text());
  Jail& jail = std::get<Jail>(result);
  auto end = jail.wait(Clock::now() + request.limit);
  if (!end) end = jail.kill();
  return {*end, channel::read_all(output.get(), 1u << 20)};
}

std::vector<pid_t> children() {
  std::vector<pid_t> result;
  std::ifstream file("/proc/self/task/" + std::to_string(::getpid()) + "/children");
  for (pid_t pid; file >> pid;) result.push_back(pid);
  return result;
}

std::vector<std::string> leap_cgroups() {
  std::vector<std::string> found;
  find_leap_directories("/sys/fs/cgroup", found);
  return found;
}

std::string user_name(const ::testing::TestParamInfo<User>& info) {
  return info.param == User::root ? "root" : "plain";
}

}  // namespace leap::jail::testing
