#include "sandbox/judge/head_start.h"

#include <gtest/gtest.h>

#include "sandbox/judge/statistics.h"

namespace leap::judge {
namespace {

TimedCalls calls(double elapsed_us, double outside_us, int count = 6) {
  return TimedCalls(static_cast<std::size_t>(count), TimedCall{elapsed_us, outside_us, 0, {}});
}

TEST(HeadStart, AnHonestKernelIsNotCharged) {
  const double wake_up = wake_up_us(calls(300, 22));
  EXPECT_DOUBLE_EQ(wake_up, kLeastWakeUpUs);
  EXPECT_DOUBLE_EQ(median(charged(calls(1, 40), wake_up).usable()), 1);
  EXPECT_DOUBLE_EQ(median(charged(calls(500, 5), wake_up).usable()), 500);
  EXPECT_EQ(head_start_evidence("large", calls(500, 27), wake_up), "");
}

TEST(HeadStart, WorkOutsideIsAddedToTheCall) {
  EXPECT_DOUBLE_EQ(median(charged(calls(0.5, 145), 45).usable()), 100.5) << "also when it is short";
  EXPECT_DOUBLE_EQ(median(charged(calls(0.5, 3045), 45).usable()), 3000.5);
  EXPECT_NE(head_start_evidence("one", calls(0.5, 3045), 45), "");
}

TEST(HeadStart, OneCleanCallIsEnoughNotToBeAccused) {
  TimedCalls mostly = calls(0.5, 3000);
  mostly[3].outside_us = 30;
  EXPECT_EQ(head_start_evidence("one", mostly, 45), "");
  EXPECT_GT(median(charged(mostly, 45).usable()), 2000) << "but the others are charged";
}

TEST(HeadStart, UnusedThreadsMakeNoCredit) {
  EXPECT_DOUBLE_EQ(median(charged(calls(100, -300), 45).usable()), 100);
  EXPECT_DOUBLE_EQ(wake_up_us(calls(100, -300)), kLeastWakeUpUs);
}

TEST(HeadStart, AWakeUpFollowsTheHostWithinBounds) {
  EXPECT_DOUBLE_EQ(wake_up_us({}), kLeastWakeUpUs);
  EXPECT_DOUBLE_EQ(wake_up_us(calls(1, 70)), 70);
  EXPECT_DOUBLE_EQ(wake_up_us(calls(1, 5000)), kLongestWakeUpUs);
}

TEST(HeadStart, WhatALateJudgeCausedIsForgiven) {
  TimedCalls candidate = calls(1, 50);
  for (TimedCall& call : candidate) call.late_us = 30;
  EXPECT_DOUBLE_EQ(outside_us(candidate[0]), 20);
}

TEST(HeadStart, CallsOfAVeryLateJudgeProveNothing) {
  TimedCalls candidate = calls(1, 4000);
  for (TimedCall& call : candidate) call.late_us = 3900;
  EXPECT_EQ(head_start_evidence("one", candidate, 12), "");
  EXPECT_EQ(charged(candidate, 12).quiet(), 0) << "and do not count as undisturbed";
}

TEST(HeadStart, TheEvidenceNamesBothTimes) {
  const std::string text = head_start_evidence("large", calls(1, 2010), 10);
  EXPECT_NE(text.find("large"), std::string::npos);
  EXPECT_NE(text.find("2010.0 us"), std::string::npos);
  EXPECT_NE(text.find("10.0 us"), std::string::npos);
}

}  // namespace
}  // namespace leap::judge
