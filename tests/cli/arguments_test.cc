#include "client/cli/arguments.h"

#include <gtest/gtest.h>

namespace leap::cli {
namespace {

std::variant<Command, int> parse(std::vector<const char*> words) {
  words.insert(words.begin(), "leap");
  return parse_arguments(static_cast<int>(words.size()), words.data());
}

template <typename Wanted>
Wanted parsed(std::vector<const char*> words) {
  return std::get<Wanted>(std::get<Command>(parse(std::move(words))));
}

TEST(Arguments, GradeHasDefaults) {
  const auto grade = parsed<GradeCommand>({"grade", "a.cpp"});
  EXPECT_EQ(grade.files, std::vector<std::string>{"a.cpp"});
  EXPECT_TRUE(grade.tasks.empty());
  EXPECT_TRUE(grade.baseline);
  EXPECT_FALSE(grade.json || grade.examples || grade.allow_degraded);
  EXPECT_EQ(grade.repeat, 1);
  EXPECT_EQ(grade.slots, 0);
  EXPECT_EQ(grade.call_timeout_ms, 1000);
}

TEST(Arguments, GradeTakesEverything) {
  const auto grade = parsed<GradeCommand>({"grade", "--task", "relu", "a.cpp", "-", "--json", "--repeat", "3",
                                           "--slots", "2", "--call-timeout-ms=50", "--no-baseline", "--tasks-dir", "t",
                                           "-o", "f", "--allow-degraded"});
  EXPECT_EQ(grade.files, (std::vector<std::string>{"a.cpp", "-"})) << "--task takes one word";
  EXPECT_EQ(grade.tasks, std::vector<std::string>{"relu"});
  EXPECT_FALSE(grade.baseline);
  EXPECT_TRUE(grade.json && grade.allow_degraded);
  EXPECT_EQ(grade.repeat, 3);
  EXPECT_EQ(grade.slots, 2);
  EXPECT_EQ(grade.call_timeout_ms, 50);
  EXPECT_EQ(grade.tasks_dir, "t");
  EXPECT_EQ(grade.output, "f");
}

TEST(Arguments, TaskMayBeRepeated) {
  const auto grade = parsed<GradeCommand>({"grade", "--examples", "-t", "relu", "--task", "gelu"});
  EXPECT_EQ(grade.tasks, (std::vector<std::string>{"relu", "gelu"}));
}

TEST(Arguments, LintIsNoNameOfATask) {
  EXPECT_EQ(parsed<TasksCommand>({"tasks", "relu", "--json"}).names, std::vector<std::string>{"relu"});
  EXPECT_EQ(parsed<LintCommand>({"tasks", "lint", "relu"}).names, std::vector<std::string>{"relu"});
  EXPECT_TRUE(parsed<CheckCommand>({"check", "--json"}).json);
}

TEST(Arguments, WrongUsageIsStatusTwo) {
  for (const auto& words : std::vector<std::vector<const char*>>{{},
                                                                 {"grad"},
                                                                 {"grade", "--jsn"},
                                                                 {"grade", "a.cpp", "--repeat", "0"},
                                                                 {"grade", "a.cpp", "--slots", "many"},
                                                                 {"grade", "a.cpp", "--task"},
                                                                 {"check", "me"}}) {
    EXPECT_EQ(std::get<int>(parse(words)), kExitOurError);
  }
}

}  // namespace
}  // namespace leap::cli
