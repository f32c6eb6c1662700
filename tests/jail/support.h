// Jails for tests: as root and as a plain user, with leap-probe as the payload.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "sandbox/channel/memory.h"
#include "sandbox/jail/policy.h"
#include "sandbox/jail/warden.h"

namespace leap::jail::testing {

using channel::Clock;

enum class User { root, plain };

// Runs `body` in a forked child as that user, with its assertions, and fails when they fail. The child has a directory
// of its own with a copy of leap-probe that everybody may read.
void as_user(User user, const std::function<void()>& body);

// Skipped when the test itself is not root.
bool can_be(User user);

// The directory with leap-probe.
std::filesystem::path programs();

// What the payload's filter allows: everything, or what the shipped policies' do.
FilterProgram allow_everything();

// leap-probe at /leap-probe, its libraries, a writable /w (noexec), a read-only /in, small limits, an open filter.
Policy probe_policy();

// A shipped policy, with leap-probe added. What its filters would ask the judge about fails, for nobody listens, or is
// allowed, as the judge does while a library is mapped.
enum class Supervised { unanswered, allowed };
Policy shipped_policy(const std::string& name, Supervised supervised = Supervised::unanswered);

WardenOptions options(const std::string& label = "test");

// One run of leap-probe, waited for.
struct Ran {
  JailEnd end;
  std::string output;  // standard output and error
};
struct Request {
  std::vector<std::string> arguments = {};
  std::chrono::milliseconds limit{20'000};  // then it is killed
  std::vector<PlacedFile> placed = {};
  std::vector<CollectedFile> collected = {};
  std::vector<std::pair<int, int>> descriptors = {};
  std::map<std::string, std::string> environment = {};
};
Ran run(Warden& warden, const Policy& policy, const Request& request);

// Child processes of this one: zombies of a leak would show.
std::vector<pid_t> children();

// Directories of our cgroups anywhere below the hierarchies' mount points.
std::vector<std::string> leap_cgroups();

class BothUsers : public ::testing::TestWithParam<User> {
 protected:
  void SetUp() override {
    if (!can_be(GetParam())) GTEST_SKIP() << "needs root";
  }
};
std::string user_name(const ::testing::TestParamInfo<User>& info);

#define LEAP_BOTH_USERS(suite) \
  INSTANTIATE_TEST_SUITE_P(As, suite, ::testing::Values(User::root, User::plain), user_name)

}  // namespace leap::jail::testing
