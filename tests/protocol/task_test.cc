#include "protocol/task.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "protocol/limits.h"
#include "protocol/read_file.h"
#include "tests/protocol/support.h"

namespace leap::protocol {
namespace {

namespace fs = std::filesystem;
using test::Fault;
using test::fault_of;
using test::replaced;
using test::write_file;

class TaskFolder : public testing::Test {
 protected:
  TaskFolder() {
    write_file(task_ / "definition.json", test::kConvolution);
    write_file(task_ / "prompt.md", "Write a convolution.\n");
    write_file(task_ / "workloads.jsonl", R"({"name": "small", "axes": {"height": 8, "width": 8}})");
    write_file(task_ / "baseline.cpp", "// the plain one\n");
    write_file(task_ / "solutions" / "wrong.cpp", "// Off by one.\n// expect: wrong\n");
    write_file(task_ / "solutions" / "fast.cpp", "// expect: correct\n// threads: 2\n");
    write_file(task_ / "solutions" / "plain.cpp", "void f();\n");
  }

  Fault load_fault() const {
    Fault fault = fault_of([&] { load_task(task_); });
    if (fault.path.starts_with(task_.string())) fault.path.erase(0, task_.string().size());
    return fault;
  }

  test::TemporaryFolder tasks_;
  fs::path task_ = tasks_.path() / "conv2d";
};

TEST_F(TaskFolder, IsReadWhole) {
  const Task task = load_task(task_);
  EXPECT_EQ(task.definition.name, "conv2d");
  ASSERT_EQ(task.workloads.size(), 1u);
  EXPECT_EQ(task.workloads[0].name, "small");
  EXPECT_EQ(task.prompt, "Write a convolution.\n");
  EXPECT_EQ(task.baseline.name, "baseline");
  ASSERT_EQ(task.examples.size(), 3u);
  EXPECT_EQ(task.examples[0].solution.name, "fast");
  EXPECT_EQ(task.examples[0].solution.threads, 2);
  EXPECT_EQ(task.examples[0].file, task_ / "solutions" / "fast.cpp");
  EXPECT_EQ(task.examples[0].expected, Verdict::correct);
  EXPECT_EQ(task.examples[1].expected, std::nullopt);
  EXPECT_EQ(task.examples[2].expected, Verdict::wrong);
}

TEST_F(TaskFolder, MayBeNamedWithATrailingSlash) { EXPECT_EQ(load_task(task_ / "").definition.name, "conv2d"); }

TEST_F(TaskFolder, MayBeTheFolderThatOneIsIn) {
  const fs::path before = fs::current_path();
  fs::current_path(task_);
  for (const char* here : {".", "./", "./."}) EXPECT_EQ(load_task(here).definition.name, "conv2d") << here;
  fs::current_path("solutions");
  for (const char* above : {"..", "../"}) EXPECT_EQ(load_task(above).definition.name, "conv2d") << above;
  fs::current_path(before);
}

TEST_F(TaskFolder, NeedsNoExamples) {
  fs::remove_all(task_ / "solutions");
  EXPECT_TRUE(load_task(task_).examples.empty());
}

TEST_F(TaskFolder, ErrorsStartWithTheFile) {
  write_file(task_ / "definition.json", replaced(std::string(test::kConvolution), "\"value\": 3", "\"value\": 0"));
  EXPECT_EQ(load_fault().path, "/definition.json: $.axes.k.value");
}

TEST_F(TaskFolder, WorkloadErrorsStartWithTheFileAndTheLine) {
  write_file(task_ / "workloads.jsonl", "\n{\"name\": \"small\", \"axes\": {\"height\": 8}}\n");
  EXPECT_EQ(load_fault().path, "/workloads.jsonl: line 2: $.axes.width");
}

TEST_F(TaskFolder, EveryFileIsRequired) {
  for (const char* file : {"definition.json", "workloads.jsonl", "prompt.md", "baseline.cpp"}) {
    const fs::path aside = tasks_.path() / "aside";
    fs::rename(task_ / file, aside);
    const Fault fault = load_fault();
    EXPECT_EQ(fault.path, std::string("/") + file);
    EXPECT_NE(fault.message.find("No such file"), std::string::npos) << fault.message;
    fs::rename(aside, task_ / file);
  }
}

TEST_F(TaskFolder, SymbolicLinksAreRefused) {
  for (const char* file :
       {"definition.json", "workloads.jsonl", "prompt.md", "baseline.cpp", "solutions/fast.cpp", "solutions"}) {
    const fs::path aside = tasks_.path() / "aside";
    fs::rename(task_ / file, aside);
    fs::create_symlink(aside, task_ / file);
    const Fault fault = load_fault();
    EXPECT_EQ(fault.path, std::string("/") + file);
    EXPECT_NE(fault.message.find("symbolic link"), std::string::npos) << fault.message;
    fs::remove(task_ / file);
    fs::rename(aside, task_ / file);
  }
  fs::create_symlink(task_, tasks_.path() / "link");
  EXPECT_NE(fault_of([&] { load_task(tasks_.path() / "link"); }).message.find("symbolic link"), std::string::npos);
}

TEST_F(TaskFolder, PipesAndFoldersAreNoFiles) {
  fs::remove(task_ / "prompt.md");
  ASSERT_EQ(mkfifo((task_ / "prompt.md").c_str(), 0600), 0);
  EXPECT_NE(load_fault().message.find("not a regular file"), std::string::npos);  // and does not wait for a writer
  fs::remove(task_ / "prompt.md");
  fs::create_directory(task_ / "prompt.md");
  EXPECT_NE(load_fault().message.find("not a regular file"), std::string::npos);
}

TEST_F(TaskFolder, ThePromptIsBoundedText) {
  write_file(task_ / "prompt.md", std::string(limits::kMaxDescriptionBytes, 'x'));
  EXPECT_NO_THROW(load_task(task_));
  write_file(task_ / "prompt.md", std::string(limits::kMaxDescriptionBytes + 1, 'x'));
  EXPECT_NE(load_fault().message.find("more than 16384 bytes"), std::string::npos);
  write_file(task_ / "prompt.md", " \n");
  EXPECT_NE(load_fault().message.find("empty"), std::string::npos);
  write_file(task_ / "prompt.md", "\xFF");
  EXPECT_NE(load_fault().message.find("UTF-8"), std::string::npos);
}

TEST_F(TaskFolder, TheNameIsTheFolders) {
  fs::rename(task_, tasks_.path() / "other");
  task_ = tasks_.path() / "other";
  EXPECT_EQ(load_fault().path, "/definition.json: $.name");
  EXPECT_NE(load_fault().message.find("\"other\""), std::string::npos);
}

TEST_F(TaskFolder, AnExpectationIsAVerdictNearTheTop) {
  write_file(task_ / "solutions" / "plain.cpp", "\n// expect: wrogn\n");
  EXPECT_EQ(load_fault().path, "/solutions/plain.cpp:2");
  EXPECT_NE(load_fault().message.find("did you mean \"wrong\""), std::string::npos);
  write_file(task_ / "solutions" / "plain.cpp", std::string(9, '\n') + "// expect: crash\n");
  EXPECT_EQ(load_task(task_).examples[1].expected, Verdict::crash);
  write_file(task_ / "solutions" / "plain.cpp", std::string(10, '\n') + "// expect: crash\n");
  EXPECT_EQ(load_task(task_).examples[1].expected, std::nullopt);
}

TEST_F(TaskFolder, OnlySourcesAreExamples) {
  write_file(task_ / "solutions" / ".fast.cpp.swp", "x");
  EXPECT_EQ(load_task(task_).examples.size(), 3u);
  write_file(task_ / "solutions" / "notes.txt", "x");
  EXPECT_EQ(load_fault().path, "/solutions/notes.txt");
}

TEST_F(TaskFolder, ListsFoldersWithADefinition) {
  fs::create_directory(tasks_.path() / "empty");
  write_file(tasks_.path() / "README.md", "x");
  write_file(tasks_.path() / "abs" / "definition.json", "x");
  EXPECT_EQ(list_tasks(tasks_.path()), (std::vector<std::string>{"abs", "conv2d"}));
  EXPECT_EQ(fault_of([&] { list_tasks(tasks_.path() / "none"); }).path, (tasks_.path() / "none").string());
}

TEST(ReadRegularFile, ReadsExactlyUpToItsLimit) {
  const test::TemporaryFolder folder;
  const fs::path file = folder.path() / "f";
  const std::string content(200000, 'x');
  write_file(file, content);
  EXPECT_EQ(read_regular_file(file, content.size()), content);
  EXPECT_THROW(read_regular_file(file, content.size() - 1), SchemaError);
  EXPECT_THROW(read_regular_file("/dev/zero", 100), SchemaError);
}

}  // namespace
}  // namespace leap::protocol
