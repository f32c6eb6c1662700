// Every feature of Launch, Jail and JailEnd, as root and as a plain user.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "tests/jail/support.h"

namespace leap::jail::testing {

namespace {

using Kind = JailEnd::Kind;
using std::chrono::milliseconds;

class LaunchTest : public BothUsers {};
LEAP_BOTH_USERS(LaunchTest);

Launch launch_of(const Policy& policy, std::vector<std::string> arguments) {
  Launch launch;
  launch.policy = &policy;
  launch.argv = {"/leap-probe"};
  launch.argv.insert(launch.argv.end(), arguments.begin(), arguments.end());
  return launch;
}

Jail started(Warden& warden, const Launch& launch) {
  auto result = warden.launch(launch);
  if (auto* failure = std::get_if<SetupFailure>(&result)) throw std::runtime_error(failure->text());
  return std::move(std::get<Jail>(result));
}

bool dead(pid_t pid) { return ::kill(pid, 0) != 0 && errno == ESRCH; }

TEST_P(LaunchTest, ExitStatusIsReported) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Policy policy = probe_policy();
    for (const int status : {0, 1, 42, 255}) {
      const Ran ran = run(warden, policy, {.arguments = {"exit", std::to_string(status)}});
      EXPECT_EQ(ran.end.kind, Kind::exited);
      EXPECT_EQ(ran.end.code, status);
    }
  });
}

TEST_P(LaunchTest, SignalsAreReportedByNumber) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Policy policy = probe_policy();
    const Ran aborted = run(warden, policy, {.arguments = {"abort"}});
    EXPECT_EQ(aborted.end.kind, Kind::signalled);
    EXPECT_EQ(aborted.end.code, SIGABRT);
    const Ran fault = run(warden, policy, {.arguments = {"segv"}});
    EXPECT_EQ(fault.end.kind, Kind::signalled);
    EXPECT_EQ(fault.end.code, SIGSEGV);
    EXPECT_FALSE(fault.end.memory_limit);
  });
}

TEST_P(LaunchTest, OutputGoesToTheCallersDescriptor) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    EXPECT_EQ(run(warden, probe_policy(), {.arguments = {"print", "hello"}}).output, "hello\n");
  });
}

TEST_P(LaunchTest, PayloadIsPidTwoWithItsOwnUserHostAndSession) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const std::string ids = run(warden, probe_policy(), {.arguments = {"ids"}}).output;
    EXPECT_EQ(ids, "pid=2 ppid=1 uid=1000 euid=1000 gid=1000 session=1 host=jail\n");
  });
}

TEST_P(LaunchTest, EnvironmentIsThePolicysAndTheLaunchesWhichWins) {
  as_user(GetParam(), [] {
    ::setenv("LEAP_LEAK", "1", 1);
    Warden warden = Warden::start(options());
    Policy policy = probe_policy();
    policy.environment = {{"A", "policy"}, {"B", "policy"}};
    const Ran ran =
        run(warden, policy, {.arguments = {"environment"}, .environment = {{"B", "launch"}, {"C", "launch"}}});
    EXPECT_EQ(ran.output, "A=policy\nB=launch\nC=launch\n");
  });
}

TEST_P(LaunchTest, SignalsHaveTheirDefaultActionsWhateverTheParentDid) {
  as_user(GetParam(), [] {
    ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGINT, SIG_IGN);
    sigset_t blocked;
    ::sigemptyset(&blocked);
    ::sigaddset(&blocked, SIGUSR1);
    ::sigprocmask(SIG_BLOCK, &blocked, nullptr);
    Warden warden = Warden::start(options());
    EXPECT_EQ(run(warden, probe_policy(), {.arguments = {"signals"}}).output, "");
  });
}

// Targets that are each other's sources: a naive dup2 in turn would lose one.
TEST_P(LaunchTest, DescriptorsArriveAtTheirNumbersAndNoOthersDo) {
  as_user(GetParam(), [] {
    const Fd leaked(::open("/etc/passwd", O_RDONLY));  // not close-on-exec
    Warden warden = Warden::start(options());
    const Fd a = channel::make_sealed("a", "a");
    const Fd b = channel::make_sealed("b", "b");
    const Fd c = channel::make_sealed("c", "c");
    const Ran ran =
        run(warden, probe_policy(),
            {.arguments = {"descriptors"}, .descriptors = {{a.get(), 3}, {b.get(), 17}, {c.get(), 8}, {a.get(), 200}}});
    EXPECT_EQ(ran.output, "0- 1- 2- 3a 8c 17b 200a ");
  });
}

TEST_P(LaunchTest, EveryOrderOfManyDescriptorsWorks) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    std::vector<Fd> memories;
    std::vector<std::pair<int, int>> descriptors;
    std::string expected = "0- 1- 2- ";
    for (int i = 0; i < 40; ++i) {  // more than one message carries
      const std::string byte(1, static_cast<char>('A' + i % 26));
      memories.push_back(channel::make_sealed("memory", byte));
      descriptors.emplace_back(memories.back().get(), 3 + (i * 7) % 40);
    }
    for (int number = 3; number < 43; ++number) {
      for (int i = 0; i < 40; ++i) {
        if (descriptors[static_cast<std::size_t>(i)].second == number) {
          expected += std::to_string(number) + static_cast<char>('A' + i % 26) + " ";
        }
      }
    }
    Policy policy = probe_policy();
    const Ran ran = run(warden, policy, {.arguments = {"descriptors"}, .descriptors = descriptors});
    EXPECT_EQ(ran.output, expected);
  });
}

TEST_P(LaunchTest, PlacedFilesAreReadableAndNotWritable) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Fd content = channel::make_sealed("content", "placed\n");
    const std::vector<PlacedFile> placed = {{"/in/a.txt", content.get(), 0444}, {"/w/b.txt", content.get(), 0644}};
    const Policy policy = probe_policy();
    EXPECT_EQ(run(warden, policy, {.arguments = {"cat", "/in/a.txt"}, .placed = placed}).output, "placed\n");
    EXPECT_EQ(run(warden, policy, {.arguments = {"cat", "/w/b.txt"}, .placed = placed}).output, "placed\n");
    const Ran refused = run(warden, policy, {.arguments = {"write", "/in/a.txt", "x"}, .placed = placed});
    EXPECT_TRUE(refused.end.code == EROFS || refused.end.code == EACCES) << refused.end.code;
    EXPECT_EQ(run(warden, policy, {.arguments = {"write", "/w/b.txt", "x"}, .placed = placed}).end.code, 0);
  });
}

TEST_P(LaunchTest, APlacedFileIsCopiedFromItsStartWhateverTheOffset) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Fd content = channel::make_sealed("content", std::string(300'000, 'x') + "end");
    ::lseek(content.get(), 100, SEEK_SET);
    const Ran ran = run(warden, probe_policy(), {.arguments = {"cat", "/in/a"}, .placed = {{"/in/a", content.get()}}});
    EXPECT_EQ(ran.output, std::string(300'000, 'x') + "end");
    EXPECT_EQ(::lseek(content.get(), 0, SEEK_CUR), 100);
  });
}

TEST_P(LaunchTest, CollectedFilesComeBack) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Fd memory(::memfd_create("collected", MFD_CLOEXEC));
    const Ran ran = run(warden, probe_policy(),
                        {.arguments = {"write", "/w/out", "result"}, .collected = {{"/w/out", memory.get(), 100}}});
    ASSERT_EQ(ran.end.collected.size(), 1u);
    EXPECT_TRUE(ran.end.collected[0].ok) << ran.end.collected[0].error;
    EXPECT_EQ(ran.end.collected[0].bytes, 6u);
    EXPECT_EQ(channel::read_all(memory.get(), 100), "result");
  });
}

// What a hostile payload may leave at the place: nothing of it may be followed, block, or be too much.
TEST_P(LaunchTest, CollectionRefusesWhatIsNotAPlainFile) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const struct {
      std::vector<std::string> arguments;
      const char* path;
      const char* error;
    } cases[] = {
        {{"exit", "0"}, "/w/out", "No such file or directory"},
        {{"symlink", "/w/out", "/etc/ld.so.cache"}, "/w/out", "Too many levels of symbolic links"},
        {{"symlink", "/w/dir", "/etc"}, "/w/dir/ld.so.cache", "Too many levels of symbolic links"},
        {{"mkdir", "/w/out"}, "/w/out", "not a regular file"},
        {{"link", "/w/out", "/w/placed"}, "/w/out", "it has more than one name"},
        {{"sparse", "/w/out", "60000000"}, "/w/out", "larger than allowed"},
        {{"exit", "0"}, "/w/../etc/ld.so.cache", "larger than allowed"},
    };
    const Fd placed = channel::make_sealed("placed", "x");
    for (const auto& item : cases) {
      const Fd memory(::memfd_create("collected", MFD_CLOEXEC));
      const Ran ran = run(warden, probe_policy(),
                          {.arguments = item.arguments,
                           .placed = {{"/w/placed", placed.get()}},
                           .collected = {{item.path, memory.get(), 100}}});
      EXPECT_EQ(ran.end.code, 0) << item.arguments[0];
      ASSERT_EQ(ran.end.collected.size(), 1u);
      EXPECT_FALSE(ran.end.collected[0].ok) << item.arguments[0];
      EXPECT_EQ(ran.end.collected[0].error, item.error) << item.arguments[0];
      EXPECT_EQ(::lseek(memory.get(), 0, SEEK_END), 0) << item.arguments[0];
    }
  });
}

TEST_P(LaunchTest, WaitReturnsAtTheDeadlineAndTheJailRunsOn) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Policy policy = probe_policy();
    Jail jail = started(warden, launch_of(policy, {"hang"}));
    EXPECT_FALSE(jail.wait(Clock::now() + milliseconds(30)).has_value());
    pollfd alive{jail.payload_pidfd(), POLLIN, 0};
    EXPECT_EQ(::poll(&alive, 1, 0), 0);
    const JailEnd end = jail.kill();
    EXPECT_EQ(end.kind, Kind::killed);
    EXPECT_EQ(jail.wait(Clock::now())->kind, Kind::killed);  // asked again, it answers the same
  });
}

TEST_P(LaunchTest, WaitEndsWhenCancelled) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Policy policy = probe_policy();
    Jail jail = started(warden, launch_of(policy, {"hang"}));
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    ASSERT_EQ(::write(ends[1], "x", 1), 1);
    EXPECT_FALSE(jail.wait(Clock::now() + std::chrono::hours(1), ends[0]).has_value());
  });
}

TEST_P(LaunchTest, KillStillCollects) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Policy policy = probe_policy();
    const Fd content = channel::make_sealed("content", "there");
    const Fd memory(::memfd_create("collected", MFD_CLOEXEC));
    Launch launch = launch_of(policy, {"hang"});
    launch.placed = {{"/w/out", content.get()}};
    launch.collected = {{"/w/out", memory.get(), 100}};
    Jail jail = started(warden, launch);
    const JailEnd end = jail.kill();
    EXPECT_EQ(end.kind, Kind::killed);
    ASSERT_EQ(end.collected.size(), 1u);
    EXPECT_TRUE(end.collected[0].ok) << end.collected[0].error;
  });
}

TEST_P(LaunchTest, StoppedIgnoringAndSpinningPayloadsAreKilled) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Policy policy = probe_policy();
    for (const char* behaviour : {"stop", "hang", "spin"}) {
      const Ran ran = run(warden, policy, {.arguments = {behaviour}, .limit = milliseconds(100)});
      EXPECT_EQ(ran.end.kind, Kind::killed) << behaviour;
    }
  });
}

TEST_P(LaunchTest, ADaemonDiesWithThePayload) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Policy policy = probe_policy();
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    Launch launch = launch_of(policy, {"daemon"});
    launch.descriptors = {{ends[1], 1}};
    Jail jail = started(warden, launch);
    ::close(ends[1]);
    const auto end = jail.wait(Clock::now() + std::chrono::seconds(20));
    ASSERT_TRUE(end.has_value());
    EXPECT_EQ(end->kind, Kind::exited);
    EXPECT_EQ(end->code, 7);
    char byte;
    EXPECT_EQ(::read(ends[0], &byte, 1), 0);  // the last holder of the write end is gone: end of file
  });
}

TEST_P(LaunchTest, OrphansAreReaped) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    // Ten times the limit on processes: unreaped zombies would fill it.
    const Ran ran = run(warden, probe_policy(), {.arguments = {"zombies", "240"}});
    EXPECT_EQ(ran.end.code, 0);
  });
}

TEST_P(LaunchTest, DestroyingAJailKillsIt) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Policy policy = probe_policy();
    pid_t pid = -1;
    {
      Jail jail = started(warden, launch_of(policy, {"hang"}));
      pid = jail.payload_pid();
      EXPECT_GT(pid, 0);
      EXPECT_FALSE(dead(pid));
    }
    EXPECT_TRUE(dead(pid));
    EXPECT_EQ(run(warden, policy, {.arguments = {"exit", "3"}}).end.code, 3);
  });
}

TEST_P(LaunchTest, OneJailAtATime) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Policy policy = probe_policy();
    Jail jail = started(warden, launch_of(policy, {"hang"}));
    EXPECT_THROW((void)warden.launch(launch_of(policy, {"exit", "0"})), std::logic_error);
  });
}

TEST_P(LaunchTest, ImpossibleLaunchesAreRefusedBeforeTheWardenHearsOfThem) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Policy policy = probe_policy();
    Launch launch = launch_of(policy, {"exit", "0"});
    launch.policy = nullptr;
    EXPECT_THROW((void)warden.launch(launch), std::invalid_argument);
    launch = launch_of(policy, {});
    launch.argv = {"leap-probe"};
    EXPECT_THROW((void)warden.launch(launch), std::invalid_argument);
    launch.argv = {};
    EXPECT_THROW((void)warden.launch(launch), std::invalid_argument);
    launch = launch_of(policy, {"exit", "0"});
    launch.descriptors = {{0, 5}, {0, 5}};
    EXPECT_THROW((void)warden.launch(launch), std::invalid_argument);
    Policy no_filter = policy;
    no_filter.filters.clear();
    launch = launch_of(no_filter, {"exit", "0"});
    EXPECT_THROW((void)warden.launch(launch), std::invalid_argument);
    EXPECT_EQ(run(warden, policy, {.arguments = {"exit", "9"}}).end.code, 9);
  });
}

TEST_P(LaunchTest, CpuTimeIsMeasured) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const Ran ran = run(warden, probe_policy(), {.arguments = {"spin"}, .limit = milliseconds(300)});
    EXPECT_GT(ran.end.cpu_us, 20'000u);  // a share of the 300 ms, however busy the machine is
    EXPECT_FALSE(ran.end.cpu_limit);
  });
}

// Debian's home directories are closed to others, also to a root that is nobody in the jail's namespace.
TEST_P(LaunchTest, RootBindsProgramsFromAClosedDirectory) {
  if (GetParam() == User::plain) return;
  as_user(GetParam(), [] {
    const auto home = programs() / "home";
    std::filesystem::create_directory(home);
    std::filesystem::copy_file(programs() / "leap-probe", home / "leap-probe");
    ASSERT_EQ(::chown(home.c_str(), 12345, 12345), 0);
    ASSERT_EQ(::chmod(home.c_str(), 0700), 0);
    Warden warden = Warden::start(options());
    Policy policy = probe_policy();
    policy.mounts[0].source = home / "leap-probe";
    EXPECT_EQ(run(warden, policy, {.arguments = {"exit", "6"}}).end.code, 6);
  });
}

// What the host mounts later, or the jail would, stays where it is made.
TEST_P(LaunchTest, BindsArePrivate) {
  if (GetParam() == User::plain) return;
  as_user(GetParam(), [] {
    ASSERT_EQ(::unshare(CLONE_NEWNS), 0);
    const std::string shared = programs() / "shared";
    std::filesystem::create_directories(shared + "/below");
    ASSERT_EQ(::mount(shared.c_str(), shared.c_str(), nullptr, MS_BIND, nullptr), 0);
    ASSERT_EQ(::mount(nullptr, shared.c_str(), nullptr, MS_SHARED, nullptr), 0);
    Warden warden = Warden::start(options());
    Policy policy = probe_policy();
    policy.mounts.push_back(policy.mounts[0]);
    policy.mounts.back().source = shared;
    policy.mounts.back().target = "/shared";
    Launch launch = launch_of(policy, {"hang"});
    Jail jail = started(warden, launch);
    ASSERT_EQ(::mount("late", (shared + "/below").c_str(), "tmpfs", 0, nullptr), 0);
    std::ifstream mounts("/proc/" + std::to_string(jail.payload_pid()) + "/mountinfo");
    const std::string seen(std::istreambuf_iterator<char>(mounts), {});
    EXPECT_NE(seen.find(" /shared "), std::string::npos);
    EXPECT_EQ(seen.find("/shared/below"), std::string::npos);
    EXPECT_EQ(seen.find("master:"), std::string::npos);
    EXPECT_EQ(seen.find("shared:"), std::string::npos);
    ::umount2((shared + "/below").c_str(), MNT_DETACH);
    ::umount2(shared.c_str(), MNT_DETACH);
  });
}

TEST_P(LaunchTest, AWardenCanBeMovedAndOutlivedByItsJail) {
  as_user(GetParam(), [] {
    const Policy policy = probe_policy();
    std::optional<Jail> jail;
    {
      Warden first = Warden::start(options());
      Warden warden = std::move(first);
      jail.emplace(started(warden, launch_of(policy, {"exit", "5"})));
    }
    EXPECT_EQ(jail->wait(Clock::now() + std::chrono::seconds(20))->code, 5);
  });
}

}  // namespace

}  // namespace leap::jail::testing
