// Each limit is enforced, and the jail's end says which it was.
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "tests/jail/support.h"

namespace leap::jail::testing {

namespace {

using Kind = JailEnd::Kind;

class LimitsTest : public BothUsers {};
LEAP_BOTH_USERS(LimitsTest);

// Killed at the limit; or, without a cgroup, refused at twice the limit because nobody looked in time.
void expect_memory_limit(const Warden& warden, const Ran& ran) {
  EXPECT_TRUE(ran.end.memory_limit);
  const bool refused = ran.end.kind == Kind::exited && ran.end.code == ENOMEM;
  const bool killed = ran.end.kind == Kind::signalled && ran.end.code == SIGKILL;
  EXPECT_TRUE(killed || (refused && warden.cgroup() == CgroupBackend::none)) << ran.end.code;
}

TEST_P(LimitsTest, AMemoryBombIsAMemoryLimit) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    Policy policy = probe_policy();
    policy.limits.memory_bytes = 64u << 20;
    const Ran ran = run(warden, policy, {.arguments = {"memory", "2000"}});
    expect_memory_limit(warden, ran);
    EXPECT_GT(ran.end.peak_memory_bytes, 32u << 20);
    // The next jail in the same warden starts with a clean slate.
    const Ran next = run(warden, policy, {.arguments = {"memory", "8"}});
    EXPECT_EQ(next.end.code, 0);
    EXPECT_FALSE(next.end.memory_limit);
  });
}

TEST_P(LimitsTest, MemoryWithinTheLimitIsGranted) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    Policy policy = probe_policy();
    policy.limits.memory_bytes = 128u << 20;
    const Ran ran = run(warden, policy, {.arguments = {"memory", "90"}});
    EXPECT_EQ(ran.end.kind, Kind::exited);
    EXPECT_FALSE(ran.end.memory_limit);
  });
}

// Pages of memfds and of the jail's own tmpfs count, where a cgroup counts.
TEST_P(LimitsTest, MemfdsAndFilesInMemoryCount) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    if (warden.cgroup() == CgroupBackend::none) return;
    Policy policy = probe_policy();
    policy.limits.memory_bytes = 48u << 20;
    policy.limits.file_bytes = std::uint64_t{1} << 40;
    const Ran memfd = run(warden, policy, {.arguments = {"memfd", "400"}});
    EXPECT_TRUE(memfd.end.memory_limit) << memfd.end.code;
    for (MountRule& rule : policy.mounts) {
      if (rule.target == "/w") rule.size_bytes = std::uint64_t{1} << 30;
    }
    const Ran file = run(warden, policy, {.arguments = {"fill", "/w/file", "400"}});
    EXPECT_TRUE(file.end.memory_limit) << file.end.code;
    EXPECT_EQ(run(warden, policy, {.arguments = {"exit", "0"}}).end.code, 0);
  });
}

TEST_P(LimitsTest, AForkBombIsStoppedAndReported) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Policy policy = probe_policy();
    const Ran ran = run(warden, policy, {.arguments = {"fork-bomb"}});
    EXPECT_EQ(ran.end.code, EAGAIN);
    EXPECT_EQ(ran.end.process_limit, warden.cgroup() != CgroupBackend::none);
    EXPECT_FALSE(run(warden, policy, {.arguments = {"exit", "0"}}).end.process_limit);
  });
}

// Two jails of one outer user do not share their allowance.
TEST_P(LimitsTest, TheProcessLimitIsPerJail) {
  as_user(GetParam(), [] {
    Warden one = Warden::start(options("one"));
    Warden two = Warden::start(options("two"));
    Policy policy = probe_policy();
    policy.limits.processes = 3;
    Launch launch;
    launch.policy = &policy;
    launch.argv = {"/leap-probe", "hang"};
    auto holding = one.launch(launch);
    ASSERT_TRUE(std::holds_alternative<Jail>(holding));
    EXPECT_EQ(run(two, policy, {.arguments = {"zombies", "1"}}).end.code, 0);
  });
}

TEST_P(LimitsTest, DiskInodesAndFileSize) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Policy policy = probe_policy();  // /w: 8 MiB, 64 inodes; files of 64 MiB
    EXPECT_EQ(run(warden, policy, {.arguments = {"fill", "/w/file", "32"}}).end.code, ENOSPC);
    EXPECT_EQ(run(warden, policy, {.arguments = {"inodes", "/w"}}).end.code, ENOSPC);
    const Ran sparse = run(warden, policy, {.arguments = {"sparse", "/w/file", "1099511627776"}});
    EXPECT_EQ(sparse.end.kind, Kind::signalled);
    EXPECT_EQ(sparse.end.code, SIGXFSZ);
  });
}

TEST_P(LimitsTest, TheStackEnds) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Ran ran = run(warden, probe_policy(), {.arguments = {"stack"}});
    EXPECT_EQ(ran.end.kind, Kind::signalled);
    EXPECT_EQ(ran.end.code, SIGSEGV);
    EXPECT_FALSE(ran.end.memory_limit);
  });
}

TEST_P(LimitsTest, CpuTimeEnds) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    Policy policy = probe_policy();
    policy.limits.cpu_seconds = 1;
    const Ran ran = run(warden, policy, {.arguments = {"cpu"}, .limit = std::chrono::seconds(60)});
    EXPECT_EQ(ran.end.kind, Kind::signalled);
    EXPECT_EQ(ran.end.code, SIGXCPU);
    EXPECT_TRUE(ran.end.cpu_limit);
    EXPECT_GE(ran.end.cpu_us, 500'000u);  // the kernel counts the limit in ticks, not exactly
  });
}

TEST_P(LimitsTest, LimitsAreRewrittenForEveryLaunch) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    Policy small = probe_policy();
    small.limits.memory_bytes = 32u << 20;
    Policy large = probe_policy();
    large.limits.memory_bytes = 200u << 20;
    for (int round = 0; round < 2; ++round) {
      expect_memory_limit(warden, run(warden, small, {.arguments = {"memory", "1000"}}));
      const Ran fits = run(warden, large, {.arguments = {"memory", "100"}});
      EXPECT_FALSE(fits.end.memory_limit);
      EXPECT_EQ(fits.end.code, 0);
    }
  });
}

TEST_P(LimitsTest, BackendNoneIsRefusedUnlessAllowed) {
  as_user(GetParam(), [] {
    WardenOptions strict = options();
    strict.cgroup = CgroupBackend::none;
    strict.allow_degraded = false;
    EXPECT_THROW((void)Warden::start(strict), std::runtime_error);
  });
}

// Root too, so that the backend is covered where cgroups exist.
TEST_P(LimitsTest, BackendNoneStopsMemoryAndForks) {
  as_user(GetParam(), [] {
    WardenOptions degraded = options();
    degraded.cgroup = CgroupBackend::none;
    Warden warden = Warden::start(degraded);
    EXPECT_EQ(warden.cgroup(), CgroupBackend::none);
    Policy policy = probe_policy();
    policy.limits.memory_bytes = 200u << 20;
    const Ran memory = run(warden, policy, {.arguments = {"memory", "4000"}});
    expect_memory_limit(warden, memory);
    EXPECT_EQ(run(warden, policy, {.arguments = {"fork-bomb"}}).end.code, EAGAIN);
  });
}

}  // namespace

}  // namespace leap::jail::testing
