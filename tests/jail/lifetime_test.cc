// Nothing is left: no process, no cgroup, whoever dies first and however.
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "sandbox/jail/cgroup_paths.h"
#include "tests/jail/support.h"

namespace leap::jail::testing {

namespace {

class LifetimeTest : public BothUsers {};
LEAP_BOTH_USERS(LifetimeTest);

bool eventually(const std::function<bool()>& holds) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

bool dead(pid_t pid) { return ::kill(pid, 0) != 0 && errno == ESRCH; }

Jail hanging(Warden& warden, const Policy& policy) {
  Launch launch;
  launch.policy = &policy;
  launch.argv = {"/leap-probe", "hang"};
  auto result = warden.launch(launch);
  if (auto* failure = std::get_if<SetupFailure>(&result)) throw std::runtime_error(failure->text());
  return std::move(std::get<Jail>(result));
}

bool has_cgroup(const std::string& label) {
  for (const std::string& directory : leap_cgroups()) {
    if (directory.find(label) != std::string::npos) return true;
  }
  return false;
}

std::string unique(const std::string& label) { return label + std::to_string(::getpid()); }

std::size_t open_descriptors() {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) count += entry.exists() ? 1 : 1;
  return count;
}

std::string mounts() {
  std::ifstream file("/proc/self/mountinfo");
  return std::string(std::istreambuf_iterator<char>(file), {});
}

TEST_P(LifetimeTest, NothingIsLeftAfterAWarden) {
  as_user(GetParam(), [] {
    const std::string label = unique("left");
    const std::string mounts_before = mounts();
    const std::size_t descriptors_before = open_descriptors();
    {
      Warden warden = Warden::start(options(label));
      for (int i = 0; i < 3; ++i) run(warden, probe_policy(), {.arguments = {"daemon"}});
      const Policy policy = probe_policy();
      Jail jail = hanging(warden, policy);
      EXPECT_EQ(has_cgroup(label), warden.cgroup() != CgroupBackend::none);
    }
    EXPECT_TRUE(children().empty());
    EXPECT_FALSE(has_cgroup(label));
    EXPECT_EQ(open_descriptors(), descriptors_before);
    EXPECT_EQ(mounts(), mounts_before);
  });
}

// The parent is a child of the test that reports pids and waits to be killed.
TEST_P(LifetimeTest, AllGoesWhenTheParentIsKilled) {
  as_user(GetParam(), [] {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // what is orphaned becomes ours, so that zombies can be told from survivors
    const std::string label = unique("parent");
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    const pid_t parent = ::fork();
    if (parent == 0) {
      Warden one = Warden::start(options(label));
      Warden two = Warden::start(options(label));
      const Policy policy = probe_policy();
      Jail first = hanging(one, policy);
      Jail second = hanging(two, policy);
      const pid_t pids[] = {first.payload_pid(), second.payload_pid(), children().at(0), children().at(1)};
      if (::write(ends[1], pids, sizeof pids) < 0) ::_exit(1);
      for (;;) ::pause();
    }
    pid_t pids[4] = {};
    ASSERT_EQ(::read(ends[0], pids, sizeof pids), static_cast<ssize_t>(sizeof pids));
    ::kill(parent, SIGKILL);
    ::waitpid(parent, nullptr, 0);
    for (const pid_t pid : pids) {
      EXPECT_TRUE(eventually([&] {
        ::waitpid(-1, nullptr, WNOHANG);
        return dead(pid);
      })) << pid;
    }
    EXPECT_TRUE(eventually([&] { return !has_cgroup(label); }));
  });
}

TEST_P(LifetimeTest, TheJailGoesWhenItsWardenIsKilled) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options(unique("warden")));
    const Policy policy = probe_policy();
    Jail jail = hanging(warden, policy);
    const pid_t payload = jail.payload_pid();
    ::kill(children().at(0), SIGKILL);
    EXPECT_TRUE(eventually([&] { return dead(payload); }));
    EXPECT_THROW((void)jail.wait(Clock::now() + std::chrono::seconds(20)), channel::ChannelError);
    Launch launch;
    launch.policy = &policy;
    launch.argv = {"/leap-probe"};
    EXPECT_THROW((void)warden.launch(launch), std::exception);
  });
}

TEST_P(LifetimeTest, AKilledWardensCgroupIsSweptByTheNext) {
  as_user(GetParam(), [] {
    const std::string label = unique("stale");
    {
      Warden warden = Warden::start(options(label));
      if (warden.cgroup() == CgroupBackend::none) return;
      const Policy policy = probe_policy();
      Jail jail = hanging(warden, policy);
      ::kill(children().at(0), SIGKILL);
    }
    EXPECT_TRUE(has_cgroup(label));
    EXPECT_TRUE(eventually([&] {
      Warden next = Warden::start(options("next"));
      return !has_cgroup(label);
    }));
  });
}

// The payload's end is all that counts; the init's own end, by a kill from outside, is "lost".
TEST_P(LifetimeTest, AnInitThatIsKilledIsLost) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Policy policy = probe_policy();
    Jail jail = hanging(warden, policy);
    const pid_t keeper = children().at(0);
    std::ifstream list("/proc/" + std::to_string(keeper) + "/task/" + std::to_string(keeper) + "/children");
    pid_t init = -1;
    list >> init;
    ASSERT_GT(init, 0);
    ::kill(init, SIGKILL);
    const auto end = jail.wait(Clock::now() + std::chrono::seconds(20));
    ASSERT_TRUE(end.has_value());
    EXPECT_EQ(end->kind, JailEnd::Kind::lost);
    EXPECT_EQ(run(warden, policy, {.arguments = {"exit", "2"}}).end.code, 2);
  });
}

TEST_P(LifetimeTest, AWardenHoldsNoDescriptorOfItsParent) {
  as_user(GetParam(), [] {
    const Fd inherited(::open("/etc/passwd", O_RDONLY));  // not close-on-exec
    Warden one = Warden::start(options("one"));
    Warden two = Warden::start(options("two"));
    for (const pid_t warden : children()) {
      std::size_t sockets = 0;
      for (const auto& entry : std::filesystem::directory_iterator("/proc/" + std::to_string(warden) + "/fd")) {
        const std::string target = std::filesystem::read_symlink(entry.path());
        EXPECT_EQ(target.find("passwd"), std::string::npos);
        if (target.rfind("socket:", 0) == 0) ++sockets;
      }
      EXPECT_EQ(sockets, 1u);
    }
  });
}

TEST_P(LifetimeTest, ManyJailsLeaveTheWardenAsItWas) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const pid_t keeper = children().at(0);
    const auto descriptors = [&] {
      std::size_t count = 0;
      for (const auto& entry : std::filesystem::directory_iterator("/proc/" + std::to_string(keeper) + "/fd")) {
        count += entry.path().empty() ? 0 : 1;
      }
      return count;
    };
    const Policy policy = probe_policy();
    run(warden, policy, {.arguments = {"exit", "0"}});
    const std::size_t before = descriptors();
    for (int i = 0; i < 50; ++i) run(warden, policy, {.arguments = {"exit", "0"}});
    EXPECT_EQ(descriptors(), before);
  });
}

TEST_P(LifetimeTest, CtrlCDoesNotReachTheWarden) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    EXPECT_NE(::getsid(children().at(0)), ::getsid(0));
  });
}

}  // namespace

}  // namespace leap::jail::testing
