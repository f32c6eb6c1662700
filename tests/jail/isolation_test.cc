// The built-in attacker, wall by wall: with a filter that lets every call through, so that namespaces, mounts, Landlock
// and the dropped privileges must hold alone; and behind the shipped policies, where nothing may get through at all.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "sandbox/jail/attacker/attempts.h"
#include "tests/jail/support.h"

namespace leap::jail::testing {

namespace {

constexpr int kUnknownAttempt = 2;
// Other tests run at the same time.
std::string listening_name() { return "leap-isolation-test-" + std::to_string(::getpid()); }

class IsolationTest : public BothUsers {};
LEAP_BOTH_USERS(IsolationTest);

Fd listen_on_abstract_socket() {
  Fd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  listening_name().copy(address.sun_path + 1, sizeof address.sun_path - 1);
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + listening_name().size());
  EXPECT_EQ(::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), size), 0);
  EXPECT_EQ(::listen(fd.get(), 1), 0);
  return fd;
}

bool init_survived(const JailEnd& end) { return end.kind != JailEnd::Kind::lost; }

TEST_P(IsolationTest, WallsHoldWithoutTheFilter) {
  as_user(GetParam(), [] {
    const Fd listener = listen_on_abstract_socket();
    Warden warden = Warden::start(options());
    for (const attacker::Attempt& attempt : attacker::kAttempts) {
      const Ran ran =
          run(warden, probe_policy(), {.arguments = {"attempt", std::string(attempt.name), listening_name()}});
      EXPECT_FALSE(ran.end.kind == JailEnd::Kind::exited && ran.end.code == kUnknownAttempt) << attempt.name;
      if (attempt.only_filter) continue;
      EXPECT_EQ(ran.end.kind, JailEnd::Kind::exited) << attempt.name;
      EXPECT_EQ(ran.end.code, 0) << attempt.name << ": " << ran.output;
    }
  });
}

// The attempts are real: outside a jail most of them get through.
TEST_P(IsolationTest, TheAttackerIsNotHarmless) {
  as_user(GetParam(), [] {
    for (const char* attempt :
         {"read-host-files", "see-processes", "open-devices", "io-uring", "abstract-socket", "memfd-exec"}) {
      const Fd listener = listen_on_abstract_socket();
      if (std::string_view(attempt) == "memfd-exec") continue;  // needs /leap-probe
      const std::string command =
          (programs() / "leap-probe").string() + " attempt " + attempt + " " + listening_name() + " > /dev/null";
      EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1) << attempt;
    }
  });
}

// `stage` is installed by the payload on top of "payload"; empty for none.
void attack(const Policy& policy, const std::string& stage) {
  const Fd listener = listen_on_abstract_socket();
  Warden warden = Warden::start(options());
  Fd filter;
  Request request{.arguments = {"attempt", "", listening_name()}};
  if (!stage.empty()) {
    filter = channel::make_sealed("filter", policy.filters.at(stage));
    request.arguments[0] = "filtered-attempt";
    request.descriptors = {{filter.get(), 3}};
  }
  for (const attacker::Attempt& attempt : attacker::kAttempts) {
    request.arguments[1] = attempt.name;
    const Ran ran = run(warden, policy, request);
    EXPECT_TRUE(init_survived(ran.end)) << policy.name << " " << attempt.name;
    EXPECT_FALSE(ran.end.kind == JailEnd::Kind::exited && ran.end.code != 0)
        << policy.name << " " << stage << " " << attempt.name << ": " << ran.end.code << " " << ran.output;
  }
}

TEST_P(IsolationTest, NothingGetsOutOfTheToolchain) {
  as_user(GetParam(), [] { attack(shipped_policy("toolchain_cpp"), ""); });
}
TEST_P(IsolationTest, NothingGetsOutOfTheReference) {
  as_user(GetParam(), [] { attack(shipped_policy("reference"), ""); });
}
// While the library is mapped the judge lets every supervised call go on: as if they were allowed.
TEST_P(IsolationTest, NothingGetsOutOfTheRunnerWhileLoading) {
  as_user(GetParam(), [] {
    attack(shipped_policy("runner_cpp", Supervised::allowed), "load");
    attack(shipped_policy("runner_cpp", Supervised::allowed), "load_threads");
  });
}
// Afterwards nobody listens.
TEST_P(IsolationTest, NothingGetsOutOfTheRunnerWhileRunning) {
  as_user(GetParam(), [] { attack(shipped_policy("runner_cpp"), "load_threads"); });
}

// The kernel the jail runs on is the same, but what it may see of others is not: two jails at once, one outer user.
TEST_P(IsolationTest, JailsDoNotSeeEachOther) {
  as_user(GetParam(), [] {
    Warden one = Warden::start(options("one"));
    Warden two = Warden::start(options("two"));
    const Policy policy = probe_policy();
    const Fd content = channel::make_sealed("content", "secret");
    Launch launch;
    launch.policy = &policy;
    launch.argv = {"/leap-probe", "hang"};
    launch.placed = {{"/w/secret", content.get()}};
    auto held = one.launch(launch);
    ASSERT_TRUE(std::holds_alternative<Jail>(held));
    EXPECT_EQ(run(two, policy, {.arguments = {"cat", "/w/secret"}}).end.code, ENOENT);
  });
}

}  // namespace

}  // namespace leap::jail::testing
