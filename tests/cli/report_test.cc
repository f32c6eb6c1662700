#include "client/cli/report.h"

#include <gtest/gtest.h>

#include "tests/cli/samples.h"

namespace leap::cli {
namespace {

std::string plain(const protocol::Evaluation& evaluation) { return report_text(evaluation, 100, Palette(false)); }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST(Report, CorrectShowsSpeedUpAndTimesOfEachWorkload) {
  const std::string text = plain(samples::correct(1.5));
  EXPECT_TRUE(text.starts_with("relu / mine: correct, 3 of 3 workloads passed, 1.50x the speed of the baseline\n"))
      << text;
  EXPECT_TRUE(contains(text, "time of a call (host_clock)")) << text;
  EXPECT_TRUE(contains(text, "large     80.0 us  79.0 us  90.0 us      9    120 us     1.50x")) << text;
}

TEST(Report, WithoutABaselineThereIsNoSpeedUp) {
  auto evaluation = samples::correct();
  evaluation.timing->speedup.reset();
  for (auto& time : evaluation.timing->workloads) time.baseline_median_us = 0;
  const std::string text = plain(evaluation);
  EXPECT_FALSE(contains(text, "baseline")) << text;
  EXPECT_FALSE(contains(text, "speed-up")) << text;
}

TEST(Report, WrongShowsTheReasonOnceAndTheMismatches) {
  const std::string text = plain(samples::wrong());
  const std::size_t first = text.find("1 of 3 workloads gave wrong outputs");
  ASSERT_NE(first, text.npos);
  EXPECT_EQ(text.find("1 of 3 workloads gave wrong outputs", first + 1), text.npos) << text;
  EXPECT_TRUE(contains(text, "y[3, 5]       1.5  nan  NaN where the reference is finite")) << text;
  EXPECT_TRUE(contains(text, "total           7    8\n")) << text;
  EXPECT_TRUE(contains(text, "time     skipped")) << text;
}

TEST(Report, CompileErrorShowsThePlaceAndNotTheWholeOutputAgain) {
  const std::string text = plain(samples::compile_error());
  EXPECT_TRUE(contains(text, "  mine.cpp:3:7: error: expected ';'\n")) << text;
  EXPECT_FALSE(contains(text, "the compiler said")) << text;
}

TEST(Report, CompilerOutputWithoutDiagnosticsIsShown) {
  auto evaluation = samples::compile_error();
  evaluation.diagnostics.clear();
  EXPECT_TRUE(contains(plain(evaluation), "the compiler said\n  | mine.cpp:3:7")) << plain(evaluation);
}

TEST(Report, ShowsEvidenceLimitsAndWhatWasPrinted) {
  auto evaluation = samples::with_verdict(protocol::Verdict::cheat, "an output changed after done");
  evaluation.evidence = {"y[4] changed from 1 to 2"};
  evaluation.limits = {"memory 512 MiB"};
  evaluation.program_output = "one\ntwo\n";
  const std::string text = plain(evaluation);
  EXPECT_TRUE(contains(text, "evidence\n  y[4] changed from 1 to 2\n")) << text;
  EXPECT_TRUE(contains(text, "limits hit\n  memory 512 MiB\n")) << text;
  EXPECT_TRUE(contains(text, "the program printed\n  | one\n  | two\n")) << text;
}

TEST(Report, NeverObeysAnEscapeFromOutside) {
  const std::string hostile = "x\033[2Jy\r\u202Ez";
  auto evaluation = samples::with_verdict(protocol::Verdict::cheat, hostile);
  evaluation.task = evaluation.solution = evaluation.program_output = hostile;
  evaluation.stages = {{"compile", "failed", 1, hostile + "!"}};
  evaluation.diagnostics = {{hostile, hostile, 1, 1, hostile}};
  evaluation.mismatches = {{hostile, "y", {0}, hostile, hostile, hostile}};
  evaluation.limits = evaluation.evidence = {hostile};
  const std::string text = plain(evaluation);
  for (const char* bad : {"\033", "\r", "\u202E"}) EXPECT_FALSE(contains(text, bad)) << text;
}

}  // namespace
}  // namespace leap::cli
