#include "sandbox/evaluation/feedback.h"

#include <gtest/gtest.h>

#include "protocol/text.h"

namespace leap::evaluation {
namespace {

using protocol::Evaluation;
using protocol::Verdict;

Evaluation base(Verdict verdict, const std::string& reason) {
  Evaluation evaluation;
  evaluation.verdict = verdict;
  evaluation.reason = reason;
  return evaluation;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Feedback, ACompileErrorShowsTheCandidatesOwnLines) {
  auto evaluation = base(Verdict::compile_error, "line 3: expected ';'");
  evaluation.diagnostics = {{"error", "kernel.cpp", 3, 14, "expected ';' before 'z'"},
                            {"note", "kernel.cpp", 1, 1, "in here"}};
  const auto text = feedback(evaluation);
  EXPECT_TRUE(has(text, "kernel.cpp:3:14: error: expected ';' before 'z'")) << text;
  EXPECT_TRUE(has(text, "in here"));
}

TEST(Feedback, WarningsOfAWrongKernelStayButNotesGo) {
  auto evaluation = base(Verdict::wrong, "1 of 2 workloads gave wrong outputs");
  evaluation.cases = {1, 2};
  evaluation.diagnostics = {{"warning", "k.cpp", 9, 1, "unused variable 'n'"},
                            {"note", "k.cpp", 1, 1, "declared here"}};
  evaluation.mismatches = {{"odd", "y", {2, 7}, "1.5", "-1.5", "sign flipped"},
                           {"odd", "y", {}, "", "", "written past its end"}};
  const auto text = feedback(evaluation);
  EXPECT_TRUE(has(text, "1 of 2 workloads passed")) << text;
  EXPECT_TRUE(has(text, "y[2, 7]: expected 1.5, got -1.5 (sign flipped)"));
  EXPECT_TRUE(has(text, "output y: written past its end"));
  EXPECT_TRUE(has(text, "unused variable"));
  EXPECT_FALSE(has(text, "declared here"));
}

TEST(Feedback, TimesNameTheirSource) {
  auto evaluation = base(Verdict::correct, "fine");
  protocol::Timing timing;
  timing.source = "host_clock";
  timing.workloads = {{"large", 40.5, 40, 43, 8, 0, 81}};
  timing.speedup = 2.0;
  evaluation.timing = timing;
  const auto text = feedback(evaluation);
  EXPECT_TRUE(has(text, "workload large: 40.5 us a call")) << text;
  EXPECT_TRUE(has(text, "the baseline takes 81.0 us"));
  EXPECT_TRUE(has(text, "2.00x (host_clock)"));
}

TEST(Feedback, IsBoundedAndCleanWhateverTheCandidatePrinted) {
  auto evaluation = base(Verdict::crash, "invalid memory access");
  evaluation.program_output = std::string(1 << 20, '\x1b') + "\xff\xfe";
  for (int i = 0; i < 1000; ++i) evaluation.evidence.push_back(std::string(200, 'e'));
  const auto text = feedback(evaluation);
  EXPECT_LE(text.size(), kMaxFeedbackBytes + 64) << "a marker may follow the cut";
  EXPECT_TRUE(protocol::is_valid_utf8(text));
  EXPECT_FALSE(has(text, "\x1b"));
}

TEST(Feedback, EveryVerdictHasAHeadline) {
  for (const auto verdict :
       {Verdict::cheat, Verdict::no_code, Verdict::compile_error, Verdict::crash, Verdict::timeout,
        Verdict::memory_limit, Verdict::wrong, Verdict::correct, Verdict::infra, Verdict::bad_definition}) {
    EXPECT_EQ(feedback(base(verdict, "why")).rfind(std::string(protocol::name(verdict)) + ": why\n", 0), 0u);
  }
}

}  // namespace
}  // namespace leap::evaluation
