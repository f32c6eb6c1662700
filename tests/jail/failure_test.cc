// A set-up step that fails names itself and its errno, nothing of the payload runs, and the warden goes on as before.
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "tests/jail/support.h"

namespace leap::jail::testing {

namespace {

class FailureTest : public BothUsers {};
LEAP_BOTH_USERS(FailureTest);

MountRule rule(MountRule::Kind kind, const std::string& source, const std::string& target) {
  MountRule result{};
  result.kind = kind;
  result.source = source;
  result.target = target;
  return result;
}

using Kind = MountRule::Kind;

// Zombies and leftovers of the warden: its children, as the kernel lists them.
std::string children_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/task/" + std::to_string(process) + "/children");
  std::string text;
  std::getline(file, text);
  return text;
}

void expect_failure(Warden& warden, const Launch& launch, const std::string& stage, int error) {
  auto result = warden.launch(launch);
  ASSERT_TRUE(std::holds_alternative<SetupFailure>(result)) << stage << ": the payload ran";
  const SetupFailure& failure = std::get<SetupFailure>(result);
  EXPECT_EQ(failure.stage, stage);
  EXPECT_EQ(failure.error, error) << failure.text();
  ASSERT_EQ(children().size(), 1u);
  EXPECT_EQ(children_of(children()[0]), "") << stage;
}

TEST_P(FailureTest, EveryStageNamesItself) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Fd marker(::memfd_create("marker", MFD_CLOEXEC));
    const auto launch_with = [&](const Policy& policy) {
      Launch launch;
      launch.policy = &policy;
      launch.argv = {"/leap-probe", "print", "ran"};
      launch.descriptors = {{marker.get(), 1}};
      return launch;
    };
    const auto with_mount = [&](MountRule added, const std::string& stage, int error) {
      Policy policy = probe_policy();
      policy.mounts.push_back(std::move(added));
      expect_failure(warden, launch_with(policy), stage, error);
    };
    with_mount(rule(Kind::read_only_bind, "/no/such/place", "/x"), "open /no/such/place", ENOENT);
    with_mount(rule(Kind::device, "/dev/no-such-device", "/dev/x"), "open /dev/no-such-device", ENOENT);
    with_mount(rule(Kind::read_only_bind, "/etc/ld.so.cache", "/etc/ld.so.cache/below"), "mount /etc/ld.so.cache/below",
               ENOTDIR);
    with_mount(rule(Kind::symbolic_link, "usr/lib", "/lib"), "symlink /lib", EEXIST);
    with_mount(rule(Kind::symbolic_link, "x", "/usr/lib/x86_64-linux-gnu/new"), "symlink /usr/lib/x86_64-linux-gnu/new",
               EROFS);
    with_mount(rule(Kind::constant_file, "x", "/usr/lib/x86_64-linux-gnu/new"), "create /usr/lib/x86_64-linux-gnu/new",
               EROFS);
    with_mount(rule(Kind::temporary, "", "/usr/lib/x86_64-linux-gnu/new"), "mkdir /usr/lib/x86_64-linux-gnu/new",
               EROFS);

    Policy policy = probe_policy();
    policy.filters["payload"] = FilterProgram("not BPF ", 8);
    expect_failure(warden, launch_with(policy), "seccomp", EINVAL);
    policy = probe_policy();
    policy.filters["payload"] = "";
    expect_failure(warden, launch_with(policy), "seccomp", EINVAL);

    policy = probe_policy();
    Launch launch = launch_with(policy);
    launch.argv = {"/no-such-program"};
    expect_failure(warden, launch, "exec", ENOENT);
    launch.argv = {"/w/not-executable"};
    const Fd text = channel::make_sealed("text", "not a program");
    launch.placed = {{"/w/not-executable", text.get(), 0755}};
    expect_failure(warden, launch, "exec", EACCES);  // /w is noexec

    launch = launch_with(policy);
    launch.placed = {{"/etc/ld.so.cache", text.get()}};
    expect_failure(warden, launch, "create /etc/ld.so.cache", EEXIST);
    launch.placed = {{"/usr/lib/x86_64-linux-gnu/placed", text.get()}};
    expect_failure(warden, launch, "create /usr/lib/x86_64-linux-gnu/placed", EROFS);
    const Fd large = channel::make_memory("large", 64u << 20);
    launch.placed = {{"/in/large", large.get()}};
    expect_failure(warden, launch, "place /in/large", ENOSPC);

    EXPECT_EQ(::lseek(marker.get(), 0, SEEK_END), 0);  // no payload ever ran
    EXPECT_EQ(run(warden, probe_policy(), {.arguments = {"exit", "4"}}).end.code, 4);
  });
}

TEST_P(FailureTest, AnOptionalBindMayBeMissing) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    Policy policy = probe_policy();
    MountRule missing = rule(Kind::read_only_bind, "/no/such/place", "/x");
    missing.optional = true;
    policy.mounts.push_back(missing);
    EXPECT_EQ(run(warden, policy, {.arguments = {"exit", "4"}}).end.code, 4);
  });
}

TEST_P(FailureTest, AJailWithTooLittleMemoryIsAFailureOrALimitNeverAResult) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    if (warden.cgroup() == CgroupBackend::none) return;
    Policy policy = probe_policy();
    policy.limits.memory_bytes = 8u << 20;
    Launch launch;
    launch.policy = &policy;
    launch.argv = {"/leap-probe", "memory", "20"};
    auto result = warden.launch(launch);
    if (auto* jail = std::get_if<Jail>(&result)) {
      const auto end = jail->wait(Clock::now() + std::chrono::seconds(20));
      ASSERT_TRUE(end.has_value());
      EXPECT_TRUE(end->memory_limit);
    }
    EXPECT_EQ(run(warden, probe_policy(), {.arguments = {"exit", "4"}}).end.code, 4);
  });
}

}  // namespace

}  // namespace leap::jail::testing
