#include "client/cli/task_shelf.h"

#include <gtest/gtest.h>

#include <functional>

namespace leap::cli {
namespace {

const std::filesystem::path kTasks = LEAP_SOURCE_DIR "/tasks";

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(TaskShelf, FindsTheTaskOfAFileByItsFolder) {
  TaskShelf shelf(kTasks);
  EXPECT_EQ(shelf.for_file(kTasks / "relu/solutions/fast.cpp")->definition.name, "relu");
  EXPECT_EQ(shelf.for_file(kTasks / "relu/baseline.cpp")->definition.name, "relu");
  EXPECT_EQ(shelf.for_file(kTasks / "relu/solutions/gelu.cpp")->definition.name, "relu") << "the folder comes first";
}

TEST(TaskShelf, FindsTheTaskOfAFileByItsName) {
  TaskShelf shelf(kTasks);
  EXPECT_EQ(shelf.for_file("/nowhere/gelu.cpp")->definition.name, "gelu");
}

TEST(TaskShelf, SuggestsNamesForAFileThatSaysNothing) {
  TaskShelf shelf(kTasks);
  const auto message = [&](const char* file) { return error_of([&] { shelf.for_file(file); }); };
  EXPECT_NE(message("/nowhere/my_relu_v2.cpp").find("perhaps"), std::string::npos);
  EXPECT_NE(message("/nowhere/my_relu_v2.cpp").find("relu"), std::string::npos);
  EXPECT_NE(message("/nowhere/rleu.cpp").find("perhaps relu"), std::string::npos) << message("/nowhere/rleu.cpp");
  EXPECT_NE(message("/nowhere/unlike_any.cpp").find("there are: "), std::string::npos);
}

TEST(TaskShelf, AnUnknownTaskIsRefusedWithTheNearestName) {
  TaskShelf shelf(kTasks);
  EXPECT_NE(error_of([&] { shelf.get("matmull"); }).find("did you mean \"matmul\"?"), std::string::npos);
  EXPECT_NE(error_of([&] { shelf.get("./nowhere"); }).find("no definition.json"), std::string::npos);
}

TEST(TaskShelf, TakesTheFolderOfATask) {
  TaskShelf shelf(kTasks);
  EXPECT_EQ(shelf.get((kTasks / "relu").string())->definition.name, "relu");
  EXPECT_EQ(shelf.get("relu"), shelf.get("relu")) << "read once";
}

TEST(TaskShelf, TakesTheFolderThatOneIsIn) {
  TaskShelf shelf(kTasks);
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(kTasks / "relu");
  for (const char* here : {".", "./", "../relu", "../relu/", "./."}) {
    EXPECT_EQ(shelf.get(here)->definition.name, "relu") << here;
  }
  std::filesystem::current_path("solutions");
  for (const char* above : {"..", "../"}) EXPECT_EQ(shelf.get(above)->definition.name, "relu") << above;
  std::filesystem::current_path(before);
}

}  // namespace
}  // namespace leap::cli
