#include "sandbox/judge/early_work.h"

#include <gtest/gtest.h>

namespace leap::judge {
namespace {

CallTimes times(const std::vector<double>& settled, const std::vector<double>& at_once) {
  CallTimes result;
  for (const double time : settled) result.settled.add(time, {});
  result.at_once_us = at_once;
  return result;
}

constexpr double kAllowance = 100;

TEST(EarlyWork, AnHonestKernelIsNotSuspected) {
  EXPECT_FALSE(suspect_early_work(times({500, 510, 490}, {560, 590, 4000}), kAllowance));
  EXPECT_FALSE(suspect_early_work(times({2, 2, 3}, {60, 100, 90}), kAllowance)) << "a wake-up is allowed";
  EXPECT_FALSE(suspect_early_work(times({2, 2, 3}, {4000, 60, 5000}), kAllowance)) << "one fast call clears it";
}

TEST(EarlyWork, ACallThatIsFastOnlyWithAHeadStartIsSuspected) {
  EXPECT_TRUE(suspect_early_work(times({5, 6, 5}, {700, 690, 900}), kAllowance));
  EXPECT_TRUE(suspect_early_work(times({5, 6, 900}, {700, 690, 900}), kAllowance)) << "the median counts";
  EXPECT_TRUE(suspect_early_work(times({0.4, 0.4}, {130, 140}), kAllowance)) << "also when the work is short";
}

TEST(EarlyWork, OnlyTheRunnersOwnDelayIsTakenOff) {
  CallTimes calls;
  calls.add_at_once(2100, {.runner_us = 100, .judge_us = 0});
  calls.add_at_once(2000, {.runner_us = 0, .judge_us = 1900});  // it may have worked all that time
  EXPECT_EQ(calls.at_once_us, std::vector<double>{2000});
}

TEST(EarlyWork, NothingIsConcludedFromNothing) {
  EXPECT_FALSE(suspect_early_work(times({}, {700}), kAllowance));
  EXPECT_FALSE(suspect_early_work(times({5}, {}), kAllowance));
  EXPECT_EQ(floor_us(times({5}, {}), kAllowance), 0);
}

TEST(EarlyWork, TheWakeUpIsTheWorstThatTheBaselineShows) {
  EXPECT_DOUBLE_EQ(wake_up_us({times({10, 10}, {50, 45}), times({100}, {170, 160})}), 60);
  EXPECT_DOUBLE_EQ(wake_up_us({}), kLongestWakeUpUs);
  EXPECT_DOUBLE_EQ(wake_up_us({times({10}, {5000})}), kLongestWakeUpUs) << "nobody gets milliseconds for free";
}

TEST(EarlyWork, WithThreadsOnlyALargeDifferenceCounts) { EXPECT_GT(allowance_us(30, 2), 50 * allowance_us(30, 1)); }

TEST(EarlyWork, NoTimeIsReportedBelowTheFloor) {
  EXPECT_DOUBLE_EQ(floor_us(times({0.4}, {180, 150}), kAllowance), 50);
  EXPECT_DOUBLE_EQ(floor_us(times({40}, {60}), kAllowance), 0);
}

TEST(EarlyWork, TheEvidenceNamesBothTimes) {
  const std::string text = early_work_evidence("large", times({5, 6, 7}, {700, 690}));
  EXPECT_NE(text.find("large"), std::string::npos);
  EXPECT_NE(text.find("6.0 us"), std::string::npos);
  EXPECT_NE(text.find("690.0 us"), std::string::npos);
}

}  // namespace
}  // namespace leap::judge
