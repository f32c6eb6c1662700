// Where a process is in the hierarchies, from the kernel's texts; names, sweeping, and reading counters.
#include "sandbox/jail/cgroup.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/jail/cgroup_paths.h"

namespace leap::jail::testing {

namespace {

namespace paths = cgroup_paths;

constexpr const char* kHybridMembership =
    "5:devices:/\n4:memory:/api/one\n2:cpu,cpuacct:/cpu group\n1:name=systemd:/\n0::/unit\n";
constexpr const char* kHybridMounts =
    "30 23 0:26 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n"
    "31 30 0:27 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
    "32 30 0:28 / /sys/fs/cgroup/cpu rw,relatime shared:9 master:3 - cgroup cgroup rw,cpu,cpuacct\n"
    "33 30 0:29 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";

TEST(CgroupPathsTest, HybridHierarchies) {
  EXPECT_EQ(paths::find("memory", kHybridMembership, kHybridMounts), "/sys/fs/cgroup/memory/api/one");
  EXPECT_EQ(paths::find("cpuacct", kHybridMembership, kHybridMounts), "/sys/fs/cgroup/cpu/cpu group");
  EXPECT_EQ(paths::find("", kHybridMembership, kHybridMounts), "/sys/fs/cgroup/unified/unit");
  EXPECT_EQ(paths::find("devices", kHybridMembership, kHybridMounts), std::nullopt);  // not mounted
  EXPECT_EQ(paths::find("mem", kHybridMembership, kHybridMounts), std::nullopt);      // a name, not a prefix
}

TEST(CgroupPathsTest, RootOfTheHierarchy) {
  EXPECT_EQ(paths::find("", "0::/\n", "1 0 0:1 / /sys/fs/cgroup rw - cgroup2 none rw\n"), "/sys/fs/cgroup");
}

// A container sees a part of the host's tree at its mount point.
TEST(CgroupPathsTest, MountedSubtree) {
  const char* mounts = "1 0 0:1 /docker/abc /sys/fs/cgroup rw - cgroup2 none rw\n";
  EXPECT_EQ(paths::find("", "0::/docker/abc/leap\n", mounts), "/sys/fs/cgroup/leap");
  EXPECT_EQ(paths::find("", "0::/docker/abc\n", mounts), "/sys/fs/cgroup");
  EXPECT_EQ(paths::find("", "0::/other\n", mounts), std::nullopt);
}

TEST(CgroupPathsTest, Nonsense) {
  EXPECT_EQ(paths::find("memory", "", ""), std::nullopt);
  EXPECT_EQ(paths::find("memory", "4:memory\nx\n::\n", "31 30\n - cgroup\n"), std::nullopt);
}

TEST(CgroupPathsTest, Counters) {
  const char* events = "low 0\nhigh 0\nmax 17\noom 3\noom_kill 2\noom_group_kill 0\n";
  EXPECT_EQ(paths::value_of(events, "oom_kill"), 2u);
  EXPECT_EQ(paths::value_of(events, "max"), 17u);
  EXPECT_EQ(paths::value_of(events, "oom_kil"), 0u);
  EXPECT_EQ(paths::value_of("oom_kill_disable 0\nunder_oom 0\noom_kill 5", "oom_kill"), 5u);
  EXPECT_EQ(paths::value_of("", "max"), 0u);
  EXPECT_EQ(paths::number("123\n"), 123u);
  EXPECT_EQ(paths::number("max\n"), 0u);
}

TEST(CgroupTest, NamesHoldTheOwnerAndNothingThatAPathCouldMisread) {
  EXPECT_EQ(cgroup_name(42, "run1"), "leap-42-run1");
  EXPECT_EQ(cgroup_name(42, "../x y"), "leap-42-___x_y");
}

TEST(CgroupTest, OnlyTheDirectoriesOfDeadWardensAreSwept) {
  char pattern[] = "/tmp/leap-cgroup-test-XXXXXX";
  const std::filesystem::path parent = ::mkdtemp(pattern);
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);  // its number is free now
  const auto dead = parent / cgroup_name(child, "x");
  const auto dead_jail = parent / (cgroup_name(child, "x") + "-3");
  const auto alive = parent / cgroup_name(::getpid(), "x");
  const auto foreign = parent / "other";
  const auto strange = parent / "leap-x";
  for (const auto& directory : {dead, dead_jail, alive, foreign, strange}) std::filesystem::create_directory(directory);
  sweep_stale_cgroups(parent);
  EXPECT_FALSE(std::filesystem::exists(dead));
  EXPECT_FALSE(std::filesystem::exists(dead_jail));
  for (const auto& directory : {alive, foreign, strange}) EXPECT_TRUE(std::filesystem::exists(directory)) << directory;
  std::filesystem::remove_all(parent);
}

}  // namespace

}  // namespace leap::jail::testing
