#include "sandbox/judge/time_samples.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sandbox/judge/statistics.h"

namespace leap::judge {
namespace {

TEST(TimeSamples, LeavesOutCallsThatTheHostDisturbed) {
  TimeSamples samples;
  for (const double time : {100.0, 101.0, 102.0, 103.0}) samples.add(time, {});
  samples.add(4100, {4000, 0});
  EXPECT_EQ(samples.usable(), (std::vector<double>{100, 101, 102, 103}));
  EXPECT_EQ(samples.quiet(), 4);
  EXPECT_EQ(samples.left_out(), 1);
}

TEST(TimeSamples, AShortDelayIsForgiven) {
  TimeSamples samples;
  samples.add(5, {kForgivenDelayUs, 0});
  samples.add(1000, {1000 * kDisturbedShare, 0});
  EXPECT_EQ(samples.quiet(), 2);
}

TEST(TimeSamples, OnABusyHostTheLeastDisturbedCallsRemain) {
  TimeSamples samples;
  samples.add(900, {800, 0});
  samples.add(120, {20, 0});
  samples.add(5000, {4900, 0});
  samples.add(110, {10, 0});
  samples.add(130, {30, 0});
  EXPECT_EQ(samples.quiet(), 0);
  EXPECT_EQ(samples.usable(), (std::vector<double>{110, 120, 130}));
}

TEST(Statistics, QuantilesInterpolate) {
  EXPECT_DOUBLE_EQ(median({3, 1, 2}), 2);
  EXPECT_DOUBLE_EQ(median({1, 2, 3, 10}), 2.5);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4, 5}, 0.1), 1.4);
  EXPECT_DOUBLE_EQ(quantile({7}, 0.9), 7);
}

TEST(Statistics, GeometricMeanOfRatiosIsSymmetric) {
  EXPECT_NEAR(geometric_mean({4, 0.25}), 1, 1e-12);
  EXPECT_NEAR(geometric_mean({2, 8}), 4, 1e-12);
}

}  // namespace
}  // namespace leap::judge
