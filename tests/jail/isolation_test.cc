// The built-in attacker, wall by wall: with a filter that lets every call through, so that namespaces, mounts, Landlock and
// the dropped privileges must hold alone; and behind the shipped policies, where nothing may get through at all.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "sandbox/jail/attacker/attempts.h"
#include "tests/jail/support.h"

namespace leap::jail::testing {

namespace {

constexpr int kUnknownAttempt = 2;
constexpr const char* kListening = "leap-isolation-test";

class IsolationTest : public BothUsers {};
LEAP_BOTH_USERS(IsolationTest);

Fd listen_on_abstract_socket() {
  Fd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::string_view(kListening).copy(address.sun_path + 1, sizeof address.sun_path - 1);
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + std::string_view(kListening).size());
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
      const Ran ran = run(warden, probe_policy(), {.arguments = {"attempt", std::string(attempt.name), kListening}});
      EXPECT_TRUE(init_survived(ran.end)) << attempt.name;
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
    for (const char* attempt : {"read-host-files", "see-processes", "open-devices", "io-uring", "abstract-socket", "memfd-exec"}) {
      const Fd listener = listen_on_abstract_socket();
      if (std::string_view(attempt) == "memfd-exec") continue;  // needs /leap-probe
      const std::string command =
          (programs() / "leap-probe").string() + " attempt " + attempt + " " + kListening + " > /dev/null";
      EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1) << attempt;
    }
  });
}

struct Shipped {
  const char* policy;
  const char* stage;  // installed by the payload on top of "payload"; empty for none
};

void attack(const Shipped& shipped) {
  const Fd listener = listen_on_abstract_socket();
  Warden warden = Warden::start(options());
  const Policy policy = shipped_policy(shipped.policy);
  Fd filter;
  Request request{.arguments = {"attempt"}};
  if (*shipped.stage != '\0') {
    filter = channel::make_sealed("filter", policy.filters.at(shipped.stage));
    request.arguments = {"filtered-attempt"};
    request.descriptors = {{filter.get(), 3}};
  }
  request.arguments.resize(3);
  for (const attacker::Attempt& attempt : attacker::kAttempts) {
    request.arguments[1] = attempt.name;
    request.arguments[2] = kListening;
    const Ran ran = run(warden, policy, request);
    EXPECT_TRUE(init_survived(ran.end)) << shipped.policy << " " << attempt.name;
    EXPECT_FALSE(ran.end.kind == JailEnd::Kind::exited && ran.end.code != 0)
        << shipped.policy << " " << shipped.stage << " " << attempt.name << ": " << ran.end.code << " " << ran.output;
  }
}

TEST_P(IsolationTest, NothingGetsOutOfTheToolchain) {
  as_user(GetParam(), [] { attack({"toolchain_cpp", ""}); });
}
TEST_P(IsolationTest, NothingGetsOutOfTheRunnerWhileLoading) {
  as_user(GetParam(), [] { attack({"runner_cpp", "load"}); });
}
TEST_P(IsolationTest, NothingGetsOutOfTheRunnerWhileRunning) {
  as_user(GetParam(), [] { attack({"runner_cpp", "run_threads"}); });
}
TEST_P(IsolationTest, NothingGetsOutOfTheReference) {
  as_user(GetParam(), [] { attack({"reference", ""}); });
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
