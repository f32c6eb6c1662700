#include "protocol/evaluation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "protocol/text.h"
#include "tests/protocol/random_definition.h"
#include "tests/protocol/support.h"

namespace leap::protocol {
namespace {

using test::Fault;
using test::fault_of;
using test::pick;
using test::Random;
using test::random_text;
using test::replaced;

double random_double(Random& random) {
  switch (pick(random, 4)) {
    case 0:
      return 0;
    case 1:
      return static_cast<double>(pick(random, 1000));
    case 2:
      return std::ldexp(static_cast<double>(random()), -static_cast<int>(pick(random, 1000)));
    default:
      return std::generate_canonical<double, 53>(random) * 100;
  }
}

int random_int(Random& random) { return static_cast<int>(pick(random, std::size_t{1} << 31)); }

template <typename Make>
auto several(Random& random, Make make) {
  std::vector<decltype(make())> list;
  for (std::size_t i = pick(random, 4); i > 0; --i) list.push_back(make());
  return list;
}

Timing random_timing(Random& random) {
  Timing timing;
  timing.source = random_text(random, 9);
  timing.workloads = several(random, [&] {
    return WorkloadTime{random_text(random, 9), random_double(random), random_double(random), random_double(random),
                        random_int(random),     random_int(random),    random_double(random)};
  });
  timing.median_us = random_double(random);
  timing.spread = random_double(random);
  if (random() % 2) timing.speedup = random_double(random);
  timing.reliable = random() % 2;
  return timing;
}

Evaluation random_evaluation(Random& random) {
  const auto text = [&] { return random_text(random, 30); };
  Evaluation e;
  e.verdict = static_cast<Verdict>(pick(random, 10));
  e.reason = text();
  e.task = text();
  e.solution = text();
  e.language = text();
  e.device = text();
  e.stages = several(random, [&] { return Stage{text(), text(), random_double(random), text()}; });
  e.diagnostics = several(random, [&] {
    return Diagnostic{text(), text(), random_int(random), random_int(random), text()};
  });
  e.compiler_output = text();
  e.program_output = text();
  e.mismatches = several(random, [&] {
    const auto index = several(random, [&] { return static_cast<std::int64_t>(random() >> 1); });
    return Mismatch{text(), text(), index, text(), text(), text()};
  });
  e.cases.total = random_int(random);
  e.cases.passed = static_cast<int>(pick(random, static_cast<std::size_t>(e.cases.total) + 1));
  if (random() % 2) e.timing = random_timing(random);
  e.limits = several(random, text);
  e.evidence = several(random, text);
  e.feedback = text();
  return e;
}

void expect_equal(const std::optional<Timing>& a, const std::optional<Timing>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) return;
  EXPECT_EQ(a->source, b->source);
  EXPECT_EQ(a->median_us, b->median_us);
  EXPECT_EQ(a->spread, b->spread);
  EXPECT_EQ(a->reliable, b->reliable);
  EXPECT_EQ(a->speedup, b->speedup);
  ASSERT_EQ(a->workloads.size(), b->workloads.size());
  for (std::size_t i = 0; i < a->workloads.size(); ++i) {
    const WorkloadTime &x = a->workloads[i], &y = b->workloads[i];
    EXPECT_EQ(std::tie(x.workload, x.median_us, x.p10_us, x.p90_us, x.samples, x.disturbed, x.baseline_median_us),
              std::tie(y.workload, y.median_us, y.p10_us, y.p90_us, y.samples, y.disturbed, y.baseline_median_us));
  }
}

void expect_equal(const Evaluation& a, const Evaluation& b) {
  EXPECT_EQ(a.verdict, b.verdict);
  EXPECT_EQ(std::tie(a.reason, a.task, a.solution, a.language, a.device, a.compiler_output, a.program_output),
            std::tie(b.reason, b.task, b.solution, b.language, b.device, b.compiler_output, b.program_output));
  EXPECT_EQ(std::tie(a.cases.passed, a.cases.total, a.limits, a.evidence, a.feedback),
            std::tie(b.cases.passed, b.cases.total, b.limits, b.evidence, b.feedback));
  ASSERT_EQ(a.stages.size(), b.stages.size());
  for (std::size_t i = 0; i < a.stages.size(); ++i) {
    const Stage &x = a.stages[i], &y = b.stages[i];
    EXPECT_EQ(std::tie(x.name, x.status, x.elapsed_ms, x.detail), std::tie(y.name, y.status, y.elapsed_ms, y.detail));
  }
  ASSERT_EQ(a.diagnostics.size(), b.diagnostics.size());
  for (std::size_t i = 0; i < a.diagnostics.size(); ++i) {
    const Diagnostic &x = a.diagnostics[i], &y = b.diagnostics[i];
    EXPECT_EQ(std::tie(x.severity, x.file, x.line, x.column, x.message),
              std::tie(y.severity, y.file, y.line, y.column, y.message));
  }
  ASSERT_EQ(a.mismatches.size(), b.mismatches.size());
  for (std::size_t i = 0; i < a.mismatches.size(); ++i) {
    const Mismatch &x = a.mismatches[i], &y = b.mismatches[i];
    EXPECT_EQ(std::tie(x.workload, x.output, x.index, x.expected, x.got, x.note),
              std::tie(y.workload, y.output, y.index, y.expected, y.got, y.note));
  }
  expect_equal(a.timing, b.timing);
}

Evaluation timed() {
  Evaluation evaluation;
  evaluation.verdict = Verdict::correct;
  evaluation.stages = {{"compile", "ok", 12.5, ""}};
  evaluation.cases = {2, 3};
  evaluation.timing = Timing{"host_clock", {{"small", 1, 2, 3, 4, 0, 5}}, 6, 7, 8, true};
  return evaluation;
}

TEST(Verdict, NamesGoBothWays) {
  EXPECT_EQ(name(Verdict::compile_error), "compile_error");
  EXPECT_EQ(name(Verdict::bad_definition), "bad_definition");
  for (int i = 0; i <= static_cast<int>(Verdict::bad_definition); ++i) {
    EXPECT_EQ(parse_verdict(name(static_cast<Verdict>(i))), static_cast<Verdict>(i));
  }
  EXPECT_EQ(parse_verdict("Correct"), std::nullopt);
}

TEST(EvaluationProperty, RoundTripsThroughJson) {
  Random random(13);
  for (int round = 0; round < 1000; ++round) {
    const Evaluation evaluation = random_evaluation(random);
    const int indent = static_cast<int>(pick(random, 4)) - 1;
    const std::string json = to_json_text(evaluation, indent);
    const Evaluation read = parse_evaluation(json);
    expect_equal(evaluation, read);
    ASSERT_EQ(to_json_text(read, indent), json);
    if (testing::Test::HasFailure()) FAIL() << json;
  }
}

TEST(EvaluationJson, IsOneLineUnlessIndented) {
  Evaluation evaluation = timed();
  evaluation.feedback = "two\nlines";
  EXPECT_EQ(to_json_text(evaluation).find('\n'), std::string::npos);
  EXPECT_NE(to_json_text(evaluation, 2).find("\n  \"verdict\": \"correct\""), std::string::npos);
}

TEST(EvaluationJson, NumbersThatAreNotFiniteNeverReachIt) {
  const double nan = std::nan("");
  const double infinity = std::numeric_limits<double>::infinity();
  const auto path = [](auto change) {
    Evaluation evaluation = timed();
    change(evaluation);
    return fault_of([&] { to_json_text(evaluation); }).path;
  };
  EXPECT_EQ(path([&](Evaluation& e) { e.stages[0].elapsed_ms = nan; }), "$.stages[].elapsed_ms");
  EXPECT_EQ(path([&](Evaluation& e) { e.timing->median_us = infinity; }), "$.timing.median_us");
  EXPECT_EQ(path([&](Evaluation& e) { e.timing->spread = nan; }), "$.timing.spread");
  EXPECT_EQ(path([&](Evaluation& e) { e.timing->speedup = -infinity; }), "$.timing.speedup");
  EXPECT_EQ(path([&](Evaluation& e) { e.timing->workloads[0].p10_us = nan; }), "$.timing.workloads[].p10_us");
  EXPECT_EQ(path([&](Evaluation& e) { e.timing->workloads[0].p90_us = nan; }), "$.timing.workloads[].p90_us");
  EXPECT_EQ(path([&](Evaluation& e) { e.timing->workloads[0].median_us = nan; }), "$.timing.workloads[].median_us");
  EXPECT_EQ(path([&](Evaluation& e) { e.timing->workloads[0].baseline_median_us = nan; }),
            "$.timing.workloads[].baseline_median_us");
}

TEST(EvaluationJson, AnyBytesCanBeWritten) {
  Evaluation evaluation = timed();
  evaluation.program_output = "\xFF\xFE\x1b[31m";
  const Evaluation read = parse_evaluation(to_json_text(evaluation));
  EXPECT_TRUE(is_valid_utf8(read.program_output));
}

TEST(EvaluationJson, ErrorsNameThePlace) {
  struct Case {
    std::string from, to, path, words;
  };
  const std::string json = to_json_text(timed());
  const Case cases[] = {
      {"\"correct\"", "\"corect\"", "$.verdict", "did you mean \"correct\""},
      {"\"elapsed_ms\":12.5", "\"elapsed_ms\":\"12\"", "$.stages[0].elapsed_ms", "must be a number"},
      {"\"elapsed_ms\":12.5", "\"elapsed_ms\":null", "$.stages[0].elapsed_ms", "must be a number, is null"},
      {"\"samples\":4", "\"samples\":-4", "$.timing.workloads[0].samples", "from 0"},
      {"\"samples\":4", "\"sample\":4", "$.timing.workloads[0].sample", "did you mean \"samples\""},
      {"\"passed\":2", "\"passed\":4", "$.cases", "more cases passed"},
      {"\"feedback\":\"\"", "\"feedback\":[]", "$.feedback", "must be a string"},
      {",\"feedback\":\"\"", "", "$", "\"feedback\" is missing"},
      {"\"limits\":[]", "\"limits\":[1]", "$.limits[0]", "must be a string"},
  };
  for (const Case& c : cases) {
    const Fault fault = fault_of([&] { parse_evaluation(replaced(json, c.from, c.to)); });
    EXPECT_EQ(fault.path, c.path) << fault.message;
    EXPECT_NE(fault.message.find(c.words), std::string::npos) << fault.message;
  }
}

}  // namespace
}  // namespace leap::protocol
