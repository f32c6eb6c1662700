// The program from outside, grading for real.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/cli/leap_process.h"

namespace leap::testing {
namespace {

using nlohmann::json;

const std::string kRelu = LEAP_SOURCE_DIR "/tasks/relu/solutions/";
const std::string kGelu = LEAP_SOURCE_DIR "/tasks/gelu/solutions/";

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

std::vector<json> objects(const Finished& finished) {
  std::vector<json> all;
  for (const std::string& line : lines_of(finished.out)) all.push_back(json::parse(line));
  return all;
}

TEST(Grade, ACorrectSolutionIsStatusZero) {
  const Finished finished = run_leap({"grade", kRelu + "honest.cpp"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_TRUE(finished.out.starts_with("relu / honest: correct, 3 of 3 workloads passed")) << finished.out;
  EXPECT_TRUE(contains(finished.out, "time of a call (host_clock)")) << finished.out;
  EXPECT_EQ(finished.err, "");
}

TEST(Grade, OneThatIsNotCorrectIsStatusOneWithTheReason) {
  const Finished wrong = run_leap({"grade", kRelu + "wrong_identity.cpp"});
  EXPECT_EQ(wrong.status, 1) << wrong.err;
  EXPECT_TRUE(contains(wrong.out, "first mismatches")) << wrong.out;
  const Finished broken = run_leap({"grade", kGelu + "compile_error.cpp"});
  EXPECT_EQ(broken.status, 1) << broken.err;
  EXPECT_TRUE(contains(broken.out, "compile_error.cpp:")) << broken.out;
}

TEST(Grade, SeveralFilesGetATable) {
  const Finished finished =
      run_leap({"grade", kRelu + "honest.cpp", kRelu + "wrong_identity.cpp", kGelu + "honest.cpp"});
  EXPECT_EQ(finished.status, 1) << finished.err;
  EXPECT_TRUE(finished.out.starts_with("task")) << finished.out;
  for (const char* part : {"honest.cpp", "wrong_identity.cpp", "gelu", "2 of 3 correct in 2 tasks"}) {
    EXPECT_TRUE(contains(finished.out, part)) << part << "\n" << finished.out;
  }
}

TEST(Grade, JsonIsOneObjectALineInTheOrderGiven) {
  const Finished finished = run_leap(
      {"grade", "--json", "--slots", "3", kRelu + "wrong_identity.cpp", kRelu + "honest.cpp", kRelu + "fast.cpp"});
  EXPECT_EQ(finished.status, 1);
  const auto all = objects(finished);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0]["verdict"], "wrong");
  EXPECT_EQ(all[1]["solution"], "honest");
  EXPECT_EQ(all[2]["solution"], "fast");
  EXPECT_EQ(all[2]["timing"].contains("speedup"), all[2]["timing"]["reliable"].get<bool>());
  EXPECT_EQ(finished.err, "") << "nothing but JSON where nobody watches";
}

TEST(Grade, ReadsStandardInput) {
  Start start;
  start.arguments = {"grade", "-", "--task", "relu", "--json"};
  start.input = read_file(kRelu + "honest.cpp");
  const Finished finished = run_leap(start);
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(objects(finished).at(0)["verdict"], "correct");
  start.input = "not C++\n";
  EXPECT_EQ(objects(run_leap(start)).at(0)["verdict"], "compile_error");
}

TEST(Grade, ASourceThatIsNoneIsNoCode) {
  const TemporaryFolder folder;
  const Finished finished = run_leap({"grade", "--json", "--task", "relu", folder.write("empty.cpp", " \n"),
                                      folder.write("binary.cpp", std::string("a\0b", 3)), kRelu + "honest.cpp"});
  EXPECT_EQ(finished.status, 1) << finished.err;
  const auto all = objects(finished);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0]["verdict"], "no_code");
  EXPECT_EQ(all[1]["verdict"], "no_code");
  EXPECT_EQ(all[2]["verdict"], "correct");
}

TEST(Grade, ASourceThatIsTooLongSaysHowLongItIs) {
  const TemporaryFolder folder;
  const std::string text(3'000'001, 'x');
  const auto file = objects(run_leap({"grade", "--json", "--task", "relu", folder.write("long.cpp", text)}));
  EXPECT_EQ(file.at(0)["verdict"], "no_code");
  EXPECT_TRUE(contains(file.at(0)["reason"], "3000001 bytes")) << file.at(0)["reason"];
}

TEST(Grade, RepeatsAndShowsWhetherVerdictsAgree) {
  const Finished finished = run_leap({"grade", kRelu + "honest.cpp", "--repeat", "3"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_TRUE(contains(finished.out, "correct 3/3")) << finished.out;
  EXPECT_EQ(objects(run_leap({"grade", kRelu + "honest.cpp", "--repeat", "3", "--json"})).size(), 3u);
}

TEST(Grade, WithoutTheBaselineThereIsNoSpeedUp) {
  const Finished finished = run_leap({"grade", kRelu + "honest.cpp", "--no-baseline", "--json"});
  EXPECT_FALSE(objects(finished).at(0)["timing"].contains("speedup"));
}

TEST(Grade, ObeysTheTimeOfACall) {
  const TemporaryFolder folder;
  const std::string slow =
      folder.write("relu.cpp",
                   "#include <leap_task.h>\n"
                   "extern \"C\" void relu(const float*, float*, int64_t, int64_t) { for (;;) asm volatile(\"\"); }\n");
  const auto all = objects(run_leap({"grade", slow, "--json", "--call-timeout-ms", "60"}));
  EXPECT_EQ(all.at(0)["verdict"], "timeout");
  EXPECT_TRUE(contains(all.at(0)["reason"], "60 ms")) << all.at(0)["reason"];
}

TEST(Grade, AlsoWritesJsonToAFile) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/results.jsonl";
  const Finished finished = run_leap({"grade", kRelu + "honest.cpp", "--output", file});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(json::parse(read_file(file))["verdict"], "correct");
  EXPECT_TRUE(finished.out.starts_with("relu / honest")) << finished.out;
  EXPECT_EQ(run_leap({"grade", kRelu + "honest.cpp", "--output", "/nowhere/file"}).status, 2);
}

TEST(Grade, WhatTheProgramPrintsCannotSteerTheTerminal) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("relu.cpp",
                   "#include <leap_task.h>\n#include <cstdio>\n"
                   "extern \"C\" void relu(const float* x, float* y, int64_t rows, int64_t cols) {\n"
                   "  std::puts(\"\\033[2Jhello\"); std::fflush(stdout);\n"
                   "  for (int64_t i = 0; i < rows * cols; ++i) y[i] = x[i] > 0 ? x[i] : 0;\n}\n");
  const Finished finished = run_leap({"grade", file});
  EXPECT_FALSE(contains(finished.out, "\033")) << finished.out;
  EXPECT_TRUE(contains(finished.out, "\\x1B[2Jhello")) << finished.out;
}

TEST(Examples, OfTwoTasksAreAllAsExpected) {
  const Finished finished = run_leap({"grade", "--examples", "--task", "relu", "--task", "gelu"});
  EXPECT_EQ(finished.status, 0) << finished.out << finished.err;
  for (const char* part : {"baseline", "wrong_identity", "as expected in 2 tasks"}) {
    EXPECT_TRUE(contains(finished.out, part)) << part << "\n" << finished.out;
  }
  EXPECT_TRUE(contains(finished.err, "] relu / baseline: correct\n")) << "a line each, where no line can be redrawn";
  EXPECT_FALSE(contains(finished.err, "\r"));
}

TEST(Examples, ShowProgressOnATerminal) {
  Start start;
  start.arguments = {"grade", "--examples", "--task", "relu"};
  start.environment = {"TERM=xterm"};
  const Finished finished = run_on_terminal(start);
  EXPECT_EQ(finished.status, 0) << finished.out;
  EXPECT_TRUE(contains(finished.out, "\r\033[K[")) << finished.out;
  EXPECT_TRUE(contains(finished.out, "relu / ")) << finished.out;
  EXPECT_TRUE(contains(finished.out, "\033[32mcorrect")) << finished.out;
}

// A task of our own whose example does not get what it promises, or promises nothing.
TEST(Examples, ASurpriseIsStatusOneAndAMissingExpectationIsOurs) {
  const TemporaryFolder folder;
  for (const char* file : {"definition.json", "workloads.jsonl", "prompt.md", "baseline.cpp"}) {
    folder.write(std::string("relu/") + file, read_file(LEAP_SOURCE_DIR "/tasks/relu/" + std::string(file)));
  }
  std::string source = read_file(kRelu + "honest.cpp");
  source.replace(source.find("correct"), 7, "wrong");
  folder.write("relu/solutions/surprise.cpp", source);
  const Finished surprise = run_leap({"grade", "--examples", "--tasks-dir", folder.path()});
  EXPECT_EQ(surprise.status, 1) << surprise.err;
  EXPECT_TRUE(contains(surprise.out, "EXPECTED wrong")) << surprise.out;
  folder.write("relu/solutions/unmarked.cpp", source.substr(source.find('\n') + 1));
  const Finished unmarked = run_leap({"grade", "--examples", "--tasks-dir", folder.path()});
  EXPECT_EQ(unmarked.status, 2) << unmarked.err;
  EXPECT_TRUE(contains(unmarked.out, "// expect: VERDICT")) << unmarked.out;
  const Finished lint = run_leap({"tasks", "lint", folder.path() + "/relu/"});
  EXPECT_EQ(lint.status, 1) << lint.out << lint.err;
  EXPECT_TRUE(contains(lint.out, "FAILED  examples")) << lint.out;
  EXPECT_TRUE(contains(lint.out, "unmarked.cpp")) << lint.out;
}

TEST(Lint, AdmitsAShippedTask) {
  const Finished finished = run_leap({"tasks", "lint", "relu"});
  EXPECT_EQ(finished.status, 0) << finished.out << finished.err;
  for (const char* part : {"relu: admitted", "zeros", "untouched output", "baseline", "1 of 1 task admitted"}) {
    EXPECT_TRUE(contains(finished.out, part)) << part << "\n" << finished.out;
  }
  const auto report = json::parse(run_leap({"tasks", "lint", "relu", "--json"}).out);
  EXPECT_EQ(report["admitted"], true);
  EXPECT_EQ(report["baseline"]["verdict"], "correct");
}

TEST(Lint, RefusesATaskWhoseBaselineIsWrong) {
  const TemporaryFolder folder;
  for (const char* file : {"definition.json", "workloads.jsonl", "prompt.md"}) {
    folder.write(std::string("relu/") + file, read_file(LEAP_SOURCE_DIR "/tasks/relu/" + std::string(file)));
  }
  folder.write("relu/baseline.cpp", read_file(kRelu + "wrong_identity.cpp"));
  const Finished finished = run_leap({"tasks", "lint", "--tasks-dir", folder.path()});
  EXPECT_EQ(finished.status, 1) << finished.out << finished.err;
  EXPECT_TRUE(contains(finished.out, "relu: refused") && contains(finished.out, "FAILED")) << finished.out;
}

TEST(Lint, RefusesADefinitionThatCannotBeRead) {
  const TemporaryFolder folder;
  folder.write("relu/definition.json", "{");
  const Finished finished = run_leap({"tasks", "lint", "--tasks-dir", folder.path()});
  EXPECT_EQ(finished.status, 1) << finished.out << finished.err;
  EXPECT_TRUE(contains(finished.out, "definition.json")) << finished.out;
}

TEST(Lint, ShowsTheWholeReasonBelowWhereTheLineHasNoRoom) {
  const TemporaryFolder folder;
  folder.write("relu/definition.json", "{");
  Start start;
  start.arguments = {"tasks", "lint", "--tasks-dir", folder.path()};
  start.environment = {"COLUMNS=1000"};
  const std::string line = lines_of(run_leap(start).out).at(1);
  const std::string reason = line.substr(line.find(folder.path()));
  start.environment = {"COLUMNS=50"};
  std::string narrow;
  for (const std::string& part : lines_of(run_leap(start).out))
    narrow += part.substr(std::min<std::size_t>(2, part.size())) + " ";
  const auto without_spaces = [](std::string text) {
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    return text;
  };
  EXPECT_TRUE(contains(without_spaces(narrow), without_spaces(reason))) << narrow << "\n" << reason;
}

}  // namespace
}  // namespace leap::testing
