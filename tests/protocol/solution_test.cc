#include "protocol/solution.h"

#include <gtest/gtest.h>

#include "protocol/limits.h"
#include "tests/protocol/random_definition.h"
#include "tests/protocol/support.h"

namespace leap::protocol {
namespace {

using test::Fault;
using test::fault_of;
using test::replaced;

Solution from(std::string_view path, const std::string& content) {
  return solution_from_source(path, content, parse_definition(test::kConvolution));
}

TEST(SolutionFromSource, TakesNameLanguageAndEntryPoint) {
  const Solution solution = from("some/where/fast_one.cpp", "void f();\n");
  EXPECT_EQ(solution.name, "fast_one");
  EXPECT_EQ(solution.definition, "conv2d");
  EXPECT_EQ(solution.entry_point, "conv2d");
  EXPECT_EQ(solution.language, Language::cpp);
  EXPECT_EQ(solution.threads, 1);
  ASSERT_EQ(solution.sources.size(), 1u);
  EXPECT_EQ(solution.sources[0].path, "fast_one.cpp");
  EXPECT_EQ(solution.sources[0].content, "void f();\n");
}

TEST(SolutionFromSource, ExtensionGivesTheLanguage) {
  EXPECT_EQ(from("a.cc", "x").language, Language::cpp);
  EXPECT_EQ(from("a.cxx", "x").language, Language::cpp);
  EXPECT_EQ(from("a.cu", "x").language, Language::cuda);
  for (const char* path : {"a.py", "a", "a.CPP", "cpp", ".cpp"}) {
    const Fault fault = fault_of([&] { from(path, "x"); });
    EXPECT_EQ(fault.path, path);
    EXPECT_NE(fault.message.find(".cu is CUDA"), std::string::npos) << fault.message;
  }
}

TEST(SolutionFromSource, ThreadsAreDeclaredInAComment) {
  EXPECT_EQ(from("a.cpp", "// threads: 4\nvoid f();").threads, 4);
  EXPECT_EQ(from("a.cpp", "int x;\r\n  //threads:64  \r\n").threads, 64);
  EXPECT_EQ(from("a.cpp", "int threads = 3; // threads: 3\n").threads, 1);  // not a line of its own
  EXPECT_EQ(from("a.cpp", "// more threads: 3\n").threads, 1);
}

TEST(SolutionFromSource, ABadNumberOfThreadsIsAnError) {
  for (const char* value : {"0", "65", "-1", "four", "", "4 threads", "4.0", "99999999999999999999"}) {
    const Fault fault = fault_of([&] { from("k/a.cpp", "\n// threads: " + std::string(value) + "\n"); });
    EXPECT_EQ(fault.path, "k/a.cpp:2") << value;
    EXPECT_NE(fault.message.find("integer from 1 to 64"), std::string::npos) << fault.message;
  }
  EXPECT_EQ(fault_of([] { from("a.cpp", "// threads: 2\n// threads: 2\n"); }).path, "a.cpp:2");
}

TEST(SolutionFromSource, RefusesWhatIsNoText) {
  EXPECT_NE(fault_of([] { from("a.cpp", ""); }).message.find("empty"), std::string::npos);
  EXPECT_NE(fault_of([] { from("a.cpp", " \n\t\n"); }).message.find("empty"), std::string::npos);
  EXPECT_NE(fault_of([] { from("a.cpp", std::string("a\0b", 3)); }).message.find("NUL"), std::string::npos);
  EXPECT_NE(fault_of([] { from("a.cpp", "// \xFF"); }).message.find("UTF-8"), std::string::npos);
  EXPECT_NO_THROW(from("a.cpp", std::string(limits::kMaxSourceBytes, 'x')));
  EXPECT_NE(fault_of([] { from("a.cpp", std::string(limits::kMaxSourceBytes + 1, 'x')); }).message.find("at most"),
            std::string::npos);
}

TEST(SolutionFromSource, AHostileFileNameIsShownNotObeyed) {
  const Solution solution = from("\x1b[31m\n" + std::string(200, 'n') + ".cpp", "x");
  EXPECT_TRUE(solution.name.starts_with("\\x1B[31m\\x0Ann")) << solution.name;
  EXPECT_LE(solution.name.size(), limits::kMaxNameBytes);
  EXPECT_NO_THROW(parse_solution(to_json_text(solution)));
}

TEST(SolutionJson, RoundTrips) {
  test::Random random(3);
  for (int round = 0; round < 500; ++round) {
    const std::string threads = std::to_string(test::pick(random, 64) + 1);
    const Solution solution =
        from(random() % 2 ? "k.cpp" : "k.cu", "// threads: " + threads + "\n" + test::random_text(random, 200));
    const std::string json = to_json_text(solution);
    const Solution read = parse_solution(json);
    EXPECT_EQ(read.name, solution.name);
    EXPECT_EQ(read.definition, solution.definition);
    EXPECT_EQ(read.language, solution.language);
    EXPECT_EQ(read.entry_point, solution.entry_point);
    EXPECT_EQ(read.threads, solution.threads);
    ASSERT_EQ(read.sources.size(), 1u);
    EXPECT_EQ(read.sources[0].path, solution.sources[0].path);
    EXPECT_EQ(read.sources[0].content, solution.sources[0].content);
    EXPECT_EQ(to_json_text(read), json);
  }
}

const std::string kJson = R"({"name": "a", "definition": "relu", "sources": [{"path": "a.cpp", "content": "int x;"}],
 "spec": {"language": "cpp"}})";

TEST(SolutionJson, HasDefaults) {
  const Solution solution = parse_solution(kJson);
  EXPECT_EQ(solution.entry_point, "relu");
  EXPECT_EQ(solution.threads, 1);
}

TEST(SolutionJson, ErrorsNameThePlace) {
  struct Case {
    std::string from, to, path, words;
  };
  const Case cases[] = {
      {R"("name": "a")", R"("name": "")", "$.name", "empty"},
      {R"("name": "a")", R"("name": "a\u001b")", "$.name", "printable"},
      {R"("name": "a")", R"("nam": "a")", "$.nam", "did you mean \"name\""},
      {"\"relu\"", "\"re lu\"", "$.definition", "identifier"},
      {"\"cpp\"", "\"c++\"", "$.spec.language", "did you mean \"cpp\""},
      {"\"cpp\"", "\"cpp\", \"threads\": 65", "$.spec.threads", "from 1 to 64"},
      {"\"cpp\"", "\"cpp\", \"entry_point\": \"int\"", "$.spec.entry_point", "keyword"},
      {"\"int x;\"", "\"\"", "$.sources[0].content", "empty"},
      {"\"int x;\"", "\"a\\u0000\"", "$.sources[0].content", "NUL"},
      {R"([{"path": "a.cpp", "content": "int x;"}])", "[]", "$.sources", "exactly one"},
      {R"("int x;"})", R"("int x;"}, {"path": "b.cpp", "content": "y"})", "$.sources", "at most 1"},
  };
  for (const Case& c : cases) {
    const Fault fault = fault_of([&] { parse_solution(replaced(kJson, c.from, c.to)); });
    EXPECT_EQ(fault.path, c.path) << fault.message;
    EXPECT_NE(fault.message.find(c.words), std::string::npos) << fault.message;
  }
}

}  // namespace
}  // namespace leap::protocol
