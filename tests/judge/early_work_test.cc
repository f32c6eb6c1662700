#include "sandbox/judge/early_work.h"

#include <gtest/gtest.h>

namespace leap::judge {
namespace {

TEST(EarlyWork, AnHonestKernelIsNotSuspected) {
  EXPECT_FALSE(suspect_early_work({500, 510, 490}, {560, 590, 4000})) << "a wake-up costs tens of microseconds";
  EXPECT_FALSE(suspect_early_work({2, 2, 3}, {60, 130, 90}))
      << "a tiny kernel drowns in the wake-up, which proves nothing";
  EXPECT_FALSE(suspect_early_work({2, 2, 3}, {4000, 60, 5000})) << "one fast call is enough to be cleared";
}

TEST(EarlyWork, ACallThatIsFastOnlyWithAHeadStartIsSuspected) {
  EXPECT_TRUE(suspect_early_work({5, 6, 5}, {700, 690, 900}));
  EXPECT_TRUE(suspect_early_work({5, 6, 900}, {700, 690, 900})) << "the median counts, not the slowest";
}

TEST(EarlyWork, WithThreadsOnlyALargeDifferenceCounts) {
  EXPECT_FALSE(suspect_early_work({5, 6, 5}, {700, 690, 900}, 2));
  EXPECT_TRUE(suspect_early_work({5, 6, 5}, {kThreadsAllowanceUs + 100}, 2));
}

TEST(EarlyWork, NothingIsConcludedFromNothing) {
  EXPECT_FALSE(suspect_early_work({}, {700}));
  EXPECT_FALSE(suspect_early_work({5}, {}));
}

TEST(EarlyWork, TheEvidenceNamesBothTimes) {
  const std::string text = early_work_evidence("large", {5, 6, 7}, {700, 690});
  EXPECT_NE(text.find("large"), std::string::npos);
  EXPECT_NE(text.find("6.0 us"), std::string::npos);
  EXPECT_NE(text.find("690.0 us"), std::string::npos);
}

}  // namespace
}  // namespace leap::judge
