#include "client/cli/grading_table.h"

#include <gtest/gtest.h>

#include "client/cli/command.h"
#include "client/cli/width.h"
#include "tests/cli/samples.h"

namespace leap::cli {
namespace {

using protocol::Verdict;

const Palette kPlain(false);

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST(Summary, TakesTheMedianOfRepetitions) {
  const Item item = samples::item("relu", "mine");
  const Summary summary = summarize({&item, {samples::correct(3), samples::correct(1), samples::correct(1.4)}});
  EXPECT_TRUE(summary.agreed);
  EXPECT_TRUE(summary.as_expected);
  EXPECT_DOUBLE_EQ(*summary.speedup, 1.4);
  EXPECT_EQ(summary.note, "speed-ups 1.00x to 3.00x");
  EXPECT_DOUBLE_EQ(*summarize({&item, {samples::correct(3), samples::correct(1)}}).speedup, 2.0);
}

TEST(Summary, TheWorstOfDifferentVerdictsCounts) {
  const Item item = samples::item("relu", "mine");
  const Summary summary = summarize({&item, {samples::correct(), samples::wrong(), samples::correct()}});
  EXPECT_EQ(summary.verdict, Verdict::wrong);
  EXPECT_FALSE(summary.agreed);
  EXPECT_FALSE(summary.as_expected);
  EXPECT_TRUE(contains(summary.note, "verdicts differ: 2 correct, 1 wrong")) << summary.note;
}

TEST(Summary, AWrongOneShowsItsFirstMismatch) {
  const Item item = samples::item("relu", "mine");
  EXPECT_EQ(summarize({&item, {samples::wrong()}}).note,
            "1 of 3 workloads gave wrong outputs: y[3, 5] expected 1.5, got nan");
}

TEST(Summary, AnUnexpectedVerdictSaysWhatWasExpected) {
  const Item item = samples::item("relu", "mine", Verdict::crash);
  const Summary summary = summarize({&item, {samples::correct()}});
  EXPECT_FALSE(summary.as_expected);
  EXPECT_TRUE(summary.note.starts_with("EXPECTED crash")) << summary.note;
  const Item fitting = samples::item("relu", "mine", Verdict::wrong);
  EXPECT_TRUE(summarize({&fitting, {samples::wrong()}}).as_expected);
}

TEST(GradingTable, HasARowForEachAndFitsTheTerminal) {
  const Item a = samples::item("relu", "fast", Verdict::correct);
  const Item b = samples::item("relu", "broken", Verdict::wrong);
  const Item c = samples::item("gelu", "late");
  const std::vector<Outcome> outcomes{{&a, {samples::correct(1.5)}}, {&b, {samples::wrong()}}, {&c, {}}};
  EXPECT_EQ(grading_table(outcomes, {0, false}, kPlain),
            "task  solution  verdict     time  speed-up  note\n"
            "relu  fast      correct  20.0 us     1.50x\n"
            "relu  broken    wrong          -         -  1 of 3 workloads gave wrong outputs: y[3, 5] expected 1.5, "
            "got nan\n");
  EXPECT_TRUE(contains(grading_table(outcomes, {0, true}, kPlain), "\n      broken")) << "named once in a group";
  const std::string narrow = grading_table(outcomes, {70, false}, kPlain);
  for (std::size_t begin = 0; begin < narrow.size(); begin = narrow.find('\n', begin) + 1) {
    EXPECT_LE(display_width(narrow.substr(begin, narrow.find('\n', begin) - begin)), 70u);
  }
}

TEST(GradingTable, ShowsTheWholeReasonOfOurOwnFaultsBelow) {
  std::string reason;
  for (int i = 0; i < 300; ++i) reason += "word" + std::to_string(i) + " ";
  reason += "end";
  const Item a = samples::item("relu", "(task)");
  const Item b = samples::item("relu", "mine");
  const std::vector<Outcome> outcomes{{&a, {samples::with_verdict(Verdict::bad_definition, reason)}},
                                      {&b, {samples::with_verdict(Verdict::crash, reason)}}};
  for (const std::size_t columns : {0, 80}) {
    std::string text = grading_table(outcomes, {columns, false}, kPlain);
    EXPECT_TRUE(contains(text, "\nrelu / (task): bad_definition\n  word0 word1")) << text;
    EXPECT_FALSE(contains(text, "relu / mine")) << text;
    std::string joined;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '\n')
        at += 2, joined += ' ';
      else
        joined += text[at];
    }
    EXPECT_TRUE(contains(joined, reason)) << joined;
  }
  const Item c = samples::item("relu", "short");
  EXPECT_FALSE(contains(
      grading_table({{&c, {samples::with_verdict(Verdict::infra, "no cgroup")}}}, {80, false}, kPlain), "relu / short"))
      << "what fits is said once";
}

TEST(GradingTable, SummaryCountsWhatWasNotGraded) {
  const Item a = samples::item("relu", "fast");
  const Item b = samples::item("gelu", "late");
  EXPECT_EQ(summary_line({{&a, {samples::correct()}}, {&b, {}}}, std::chrono::seconds(3), kPlain),
            "1 of 2 correct in 2 tasks, 1 not graded; 3.0 s\n");
}

TEST(GradingTable, SummaryCountsVerdictsAndTasks) {
  const Item a = samples::item("relu", "fast", Verdict::correct);
  const Item b = samples::item("gelu", "broken", Verdict::wrong);
  const std::vector<Outcome> outcomes{{&a, {samples::correct()}}, {&b, {samples::wrong()}}};
  EXPECT_EQ(summary_line(outcomes, std::chrono::seconds(83), kPlain),
            "2 of 2 as expected in 2 tasks: 1 wrong, 1 correct; 83 s\n");
}

TEST(ExitStatus, FollowsVerdictsAndExpectations) {
  const Item free = samples::item("relu", "mine");
  const Item expects_wrong = samples::item("relu", "mine", Verdict::wrong);
  const auto infra = samples::with_verdict(Verdict::infra, "no cgroup");
  EXPECT_EQ(exit_status({{&free, {samples::correct()}}}), kExitGood);
  EXPECT_EQ(exit_status({{&free, {samples::wrong()}}}), kExitNotGood);
  EXPECT_EQ(exit_status({{&expects_wrong, {samples::wrong()}}}), kExitGood);
  EXPECT_EQ(exit_status({{&expects_wrong, {samples::correct()}}}), kExitNotGood);
  EXPECT_EQ(exit_status({{&free, {samples::wrong()}}, {&free, {infra}}}), kExitOurError);
  EXPECT_EQ(exit_status({{&free, {samples::correct(), infra}}}), kExitOurError);
  EXPECT_EQ(exit_status({{&free, {}}}), kExitNotGood);
}

}  // namespace
}  // namespace leap::cli
