// The program from outside, where nothing is graded.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/leap_process.h"

namespace leap::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST(Command, VersionAndHelp) {
  const Finished version = run_leap({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_TRUE(version.out.starts_with("leap ")) << version.out;
  const Finished help = run_leap({"--help"});
  EXPECT_EQ(help.status, 0);
  for (const char* part :
       {"grade", "tasks", "check", "Examples:", "leap grade my_relu.cpp --task relu", "Exit status:"}) {
    EXPECT_TRUE(contains(help.out, part)) << part;
  }
}

TEST(Command, HelpOfGradeTeaches) {
  const Finished help = run_leap({"grade", "--help"});
  EXPECT_EQ(help.status, 0);
  for (const char* part :
       {"--task", "--json", "--repeat", "--slots", "--call-timeout-ms", "--no-baseline", "--tasks-dir",
        "--allow-degraded", "--output", "--examples", "Examples:", "Exit status:", "130", "Verdicts, worst to best"}) {
    EXPECT_TRUE(contains(help.out, part)) << part;
  }
}

TEST(Command, WithoutACommandItHelpsOnStandardError) {
  const Finished nothing = run_leap(std::vector<std::string>{});
  EXPECT_EQ(nothing.status, 2);
  EXPECT_TRUE(nothing.out.empty());
  EXPECT_TRUE(contains(nothing.err, "Usage: leap"));
}

TEST(Command, MisspeltWordsGetASuggestion) {
  const Finished command = run_leap({"grad", "x.cpp"});
  EXPECT_EQ(command.status, 2);
  EXPECT_TRUE(contains(command.err, "did you mean \"grade\"?")) << command.err;
  const Finished option = run_leap({"grade", "x.cpp", "--jsn"});
  EXPECT_EQ(option.status, 2);
  EXPECT_TRUE(contains(option.err, "leap grade: unknown option \"--jsn\", did you mean \"--json\"?")) << option.err;
  const Finished value = run_leap({"grade", "x.cpp", "--repeat", "zero"});
  EXPECT_EQ(value.status, 2);
  EXPECT_TRUE(contains(value.err, "--repeat")) << value.err;
}

TEST(Command, ErrorsSayWhatToDo) {
  const TemporaryFolder folder;
  const std::string cuda = folder.write("relu.cu", "extern \"C\" void relu();");
  const std::string cpp = folder.write("unknown_thing.cpp", "int x;");
  const auto message = [](const std::vector<std::string>& arguments) {
    const Finished finished = run_leap(arguments);
    EXPECT_EQ(finished.status, 2) << arguments.back();
    EXPECT_TRUE(finished.out.empty()) << finished.out;
    return finished.err;
  };
  EXPECT_TRUE(contains(message({"grade"}), "no FILE given"));
  EXPECT_TRUE(contains(message({"grade", cuda}), "grading CUDA is not implemented in this build"));
  EXPECT_TRUE(contains(message({"grade", cpp}), "--task NAME"));
  EXPECT_TRUE(contains(message({"grade", cpp, "--task", "rleu"}), "did you mean \"relu\"?"));
  EXPECT_TRUE(contains(message({"grade", "/nowhere/relu.cpp"}), "No such file or directory"));
  EXPECT_TRUE(contains(message({"grade", folder.write("relu.txt", "x")}), ".cpp"));
  EXPECT_TRUE(contains(message({"grade", "-"}), "--task NAME"));
  EXPECT_TRUE(contains(message({"grade", "-", "-", "--task", "relu"}), "once"));
  EXPECT_TRUE(contains(message({"grade", cpp, "--examples"}), "--examples"));
  EXPECT_TRUE(contains(message({"grade", cpp, "--task", "relu", "--task", "gelu"}), "--task once"));
  EXPECT_TRUE(contains(message({"tasks", "nothing_like_it"}), "unknown task"));
  EXPECT_TRUE(contains(message({"tasks", "--tasks-dir", "/nowhere"}), "/nowhere"));
}

TEST(Command, AllBadFilesAreNamedAtOnce) {
  const Finished finished = run_leap({"grade", "/nowhere/relu.cpp", "/nowhere/gelu.cpp"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_TRUE(contains(finished.err, "/nowhere/relu.cpp") && contains(finished.err, "/nowhere/gelu.cpp"))
      << finished.err;
}

TEST(Command, OnlyRegularFilesAreRead) {
  const TemporaryFolder folder;
  const std::string pipe = folder.path() + "/relu.cpp";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::filesystem::create_directory(folder.path() + "/gelu.cpp");
  for (const std::string& file : {pipe, folder.path() + "/gelu.cpp"}) {
    const Finished finished = run_leap({"grade", file});
    EXPECT_EQ(finished.status, 2);
    EXPECT_TRUE(contains(finished.err, "is not a regular file")) << finished.err;
  }
}

TEST(Command, TheOutputIsNoSource) {
  const TemporaryFolder folder;
  const std::string source = folder.write("relu.cpp", "int x;");
  const std::string link = folder.path() + "/results";
  std::filesystem::create_hard_link(source, link);
  for (const std::string& output : {source, link}) {
    const Finished finished = run_leap({"grade", source, "-o", output});
    EXPECT_EQ(finished.status, 2);
    EXPECT_TRUE(contains(finished.err, "is a file that is to be graded")) << finished.err;
  }
  EXPECT_EQ(read_file(source), "int x;");
  const Finished other = run_leap({"grade", source, "-o", folder.path() + "/gelu.cpp"});
  EXPECT_EQ(other.status, 2);
  EXPECT_TRUE(contains(other.err, "named as a source file")) << other.err;
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/gelu.cpp"));
}

TEST(Command, TheOutputIsNotTheFileOnStandardInputEither) {
  Start start;
  start.arguments = {"grade", "-", "--task", "relu", "-o", "/dev/stdin"};
  start.input = "int x;";
  const Finished finished = run_leap(start);
  EXPECT_EQ(finished.status, 2);
  EXPECT_TRUE(contains(finished.err, "is a file that is to be graded")) << finished.err;
}

TEST(Command, NamesOfFilesCannotSteerTheTerminal) {
  const TemporaryFolder folder;
  const Finished finished = run_leap({"grade", folder.write("a\033[2Jb.txt", "x")});
  EXPECT_EQ(finished.status, 2);
  EXPECT_FALSE(contains(finished.err, "\033")) << finished.err;
}

TEST(Tasks, AreListedAndShown) {
  const Finished list = run_leap({"tasks"});
  EXPECT_EQ(list.status, 0) << list.err;
  EXPECT_TRUE(contains(list.out, "matmul")) << list.out;
  EXPECT_FALSE(contains(list.out, "\033")) << "no colour in a file";
  const Finished one = run_leap({"tasks", "relu"});
  EXPECT_EQ(one.status, 0) << one.err;
  for (const char* part : {"prompt", "extern \"C\" void relu(const float* x, float* y, int64_t rows, int64_t cols)",
                           "float32", "[rows, cols]", "workloads", "def run", "wrong_identity"}) {
    EXPECT_TRUE(contains(one.out, part)) << part;
  }
}

TEST(Tasks, JsonIsOneObjectALine) {
  const auto lines = lines_of(run_leap({"tasks", "--json"}).out);
  EXPECT_GE(lines.size(), 16u);
  for (const std::string& line : lines) {
    const auto json = nlohmann::json::parse(line);
    for (const char* field : {"name", "definition", "workloads", "prompt", "prototype", "header", "examples"}) {
      EXPECT_TRUE(json.contains(field)) << field;
    }
  }
  EXPECT_EQ(nlohmann::json::parse(run_leap({"tasks", "relu", "--json"}).out)["name"], "relu");
}

TEST(Tasks, OneThatCannotBeReadIsListedWithTheReason) {
  const TemporaryFolder folder;
  folder.write("broken/definition.json", "{");
  const Finished list = run_leap({"tasks", "--tasks-dir", folder.path()});
  EXPECT_EQ(list.status, 2);
  EXPECT_TRUE(contains(list.out, "broken") && contains(list.out, "cannot be read")) << list.out;
  const auto json = nlohmann::json::parse(run_leap({"tasks", "--json", "--tasks-dir", folder.path()}).out);
  EXPECT_EQ(json["name"], "broken");
  EXPECT_TRUE(contains(json["error"], "definition.json"));
}

TEST(Output, ColoursOnATerminalUnlessToldNot) {
  Start start;
  start.arguments = {"tasks"};
  start.environment = {"TERM=xterm"};
  EXPECT_TRUE(contains(run_on_terminal(start).out, "\033[1m"));
  start.environment.push_back("NO_COLOR=1");
  EXPECT_FALSE(contains(run_on_terminal(start).out, "\033[1m"));
  start.environment = {"TERM=dumb"};
  EXPECT_FALSE(contains(run_on_terminal(start).out, "\033"));
}

TEST(Output, FitsTheTerminal) {
  Start start;
  start.arguments = {"tasks"};
  start.environment = {"TERM=xterm", "NO_COLOR=1"};
  for (const std::string& line : lines_of(run_on_terminal(start).out)) EXPECT_LE(line.size(), 101u) << line;  // and \r
}

TEST(Output, AClosedPipeEndsItQuietly) {
  Start start;
  start.arguments = {"tasks"};
  start.closed_output = true;
  const Finished finished = run_leap(start);
  EXPECT_EQ(finished.status, 141);
  EXPECT_EQ(finished.err, "");
}

TEST(Output, AClosedOneIsAnErrorOfItsOwn) {
  Start start;
  start.arguments = {"tasks"};
  start.closed = {0, 1};
  const Finished finished = run_leap(start);
  EXPECT_EQ(finished.status, 2);
  EXPECT_TRUE(contains(finished.err, "standard output is closed")) << finished.err;
}

TEST(Output, NeedsNeitherStandardInputNorError) {
  Start start;
  start.arguments = {"tasks", "relu"};
  start.closed = {0, 2};
  const Finished finished = run_leap(start);
  EXPECT_EQ(finished.status, 0);
  EXPECT_TRUE(contains(finished.out, "prompt"));
}

TEST(Output, AFullDiskIsAnError) {
  Start start;
  start.arguments = {"tasks"};
  start.output_file = "/dev/full";
  const Finished finished = run_leap(start);
  EXPECT_EQ(finished.status, 2);
  EXPECT_TRUE(contains(finished.err, "No space left")) << finished.err;
}

}  // namespace
}  // namespace leap::testing
