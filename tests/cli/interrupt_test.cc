// Ctrl-C and other ways to leave early.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "client/cli/interrupt.h"
#include "tests/cli/leap_process.h"

namespace leap::testing {
namespace {

using std::chrono::seconds;
using Clock = std::chrono::steady_clock;

// Far above what leaving takes, far below what the work would.
constexpr seconds kLeaveWithin{10};
constexpr seconds kStartWithin{60};

template <typename Condition>
bool eventually(Condition condition, seconds limit) {
  for (const auto end = Clock::now() + limit; Clock::now() < end;) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return condition();
}

Start endless(const TemporaryFolder& folder) {
  const std::string source =
      "#include <leap_task.h>\n"
      "extern \"C\" void relu(const float*, float*, int64_t, int64_t) { for (;;) asm volatile(\"\"); }\n";
  Start start;
  start.arguments = {"grade",
                     "--json",
                     "--call-timeout-ms",
                     "300000",
                     LEAP_SOURCE_DIR "/tasks/relu/solutions/honest.cpp",
                     folder.write("relu.cpp", source),
                     LEAP_SOURCE_DIR "/tasks/relu/solutions/fast.cpp"};
  start.arguments.insert(start.arguments.end(), {"--slots", "1", "--output", folder.path() + "/results"});
  return start;
}

class Interrupted : public ::testing::TestWithParam<int> {};

TEST_P(Interrupted, PrintsWhatIsDoneLeavesNothingBehindAndSays130) {
  const TemporaryFolder folder;
  RunningLeap running(endless(folder));
  // The first file is done and the second one runs.
  ASSERT_TRUE(eventually([&] { return !read_file(folder.path() + "/results").empty(); }, kStartWithin));
  std::this_thread::sleep_for(seconds(1));
  const auto children = descendants(running.pid());
  EXPECT_GE(children.size(), 3u);

  const auto begin = Clock::now();
  running.signal(GetParam());
  const Finished finished = running.wait();
  EXPECT_LT(Clock::now() - begin, kLeaveWithin);
  EXPECT_EQ(finished.status, 130);
  const auto lines = lines_of(finished.out);
  ASSERT_EQ(lines.size(), 1u) << finished.out;
  EXPECT_EQ(nlohmann::json::parse(lines[0])["solution"], "honest");
  for (const pid_t child : children) {
    EXPECT_TRUE(eventually([&] { return !exists(child); }, kLeaveWithin)) << child;
  }
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupted, ::testing::Values(SIGINT, SIGTERM));

TEST(Interrupt, TheSecondSignalLeavesAtOnce) {
  const auto twice = [] {
    const cli::InterruptBlock block;
    std::atomic<bool> seen = false;
    const cli::InterruptWatch watch([&] { seen = true; });
    ::kill(::getpid(), SIGINT);
    eventually([&] { return seen.load(); }, kLeaveWithin);
    ::kill(::getpid(), SIGTERM);
    std::this_thread::sleep_for(kStartWithin);
  };
  EXPECT_EXIT(twice(), ::testing::ExitedWithCode(130), "");
}

TEST(Interrupt, TheSecondSignalLeavesThoughTheFirstIsStillDealtWith) {
  const auto twice = [] {
    const cli::InterruptBlock block;
    std::atomic<bool> seen = false;
    const cli::InterruptWatch watch([&] {
      seen = true;
      std::this_thread::sleep_for(kStartWithin);  // as a write would to a pipe that is full
    });
    ::kill(::getpid(), SIGTERM);
    eventually([&] { return seen.load(); }, kLeaveWithin);
    ::kill(::getpid(), SIGINT);
    std::this_thread::sleep_for(kStartWithin);
  };
  EXPECT_EXIT(twice(), ::testing::ExitedWithCode(130), "");
}

TEST(Interrupt, TheSecondSignalLeavesThoughTheWatchIsGone) {
  const auto twice = [] {
    const cli::InterruptBlock block;
    {
      std::atomic<bool> seen = false;
      const cli::InterruptWatch watch([&] { seen = true; });
      ::kill(::getpid(), SIGTERM);
      eventually([&] { return seen.load(); }, kLeaveWithin);
    }
    ::kill(::getpid(), SIGINT);
    std::this_thread::sleep_for(kStartWithin);
  };
  EXPECT_EXIT(twice(), ::testing::ExitedWithCode(130), "");
}

TEST(Interrupt, NeedsNobodyToReadStandardError) {
  const TemporaryFolder folder;
  Start start = endless(folder);
  start.full_error = true;
  RunningLeap running(start);
  ASSERT_TRUE(eventually([&] { return !read_file(folder.path() + "/results").empty(); }, kStartWithin));
  const auto begin = Clock::now();
  running.signal(SIGINT);
  EXPECT_EQ(running.wait().status, 130);
  EXPECT_LT(Clock::now() - begin, kLeaveWithin);
}

TEST(Interrupt, TheFirstSignalOnlyAsks) {
  const cli::InterruptBlock block;
  std::atomic<int> asked = 0;
  const cli::InterruptWatch watch([&] { ++asked; });
  EXPECT_FALSE(watch.interrupted());
  ::kill(::getpid(), SIGTERM);
  EXPECT_TRUE(eventually([&] { return asked == 1; }, kLeaveWithin));
  EXPECT_TRUE(watch.interrupted());
}

TEST(Interrupt, BeforeAnythingIsGradedAlsoSays130) {
  const TemporaryFolder folder;
  RunningLeap running(endless(folder));
  ASSERT_TRUE(eventually([&] { return !descendants(running.pid()).empty(); }, kStartWithin));
  const auto begin = Clock::now();
  running.signal(SIGINT);
  EXPECT_EQ(running.wait().status, 130);
  EXPECT_LT(Clock::now() - begin, kLeaveWithin);
}

TEST(Interrupt, ALostReaderEndsTheGradingWithItsChildren) {
  const TemporaryFolder folder;
  Start start = endless(folder);
  start.closed_output = true;
  RunningLeap running(start);
  ASSERT_TRUE(eventually([&] { return descendants(running.pid()).size() >= 3; }, kStartWithin));
  const auto children = descendants(running.pid());
  const Finished finished = running.wait();
  EXPECT_EQ(finished.status, 141);
  EXPECT_EQ(finished.err, "");
  for (const pid_t child : children) {
    EXPECT_TRUE(eventually([&] { return !exists(child); }, kLeaveWithin)) << child;
  }
}

TEST(Interrupt, EvenAKilledLeapLeavesNothingBehind) {
  const TemporaryFolder folder;
  RunningLeap running(endless(folder));
  ASSERT_TRUE(eventually([&] { return !read_file(folder.path() + "/results").empty(); }, kStartWithin));
  const auto children = descendants(running.pid());
  running.signal(SIGKILL);
  EXPECT_EQ(running.wait().status, 128 + SIGKILL);
  for (const pid_t child : children) {
    EXPECT_TRUE(eventually([&] { return !exists(child); }, kLeaveWithin)) << child;
  }
}

}  // namespace
}  // namespace leap::testing
