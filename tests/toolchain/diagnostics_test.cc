#include "sandbox/toolchain/diagnostics.h"

#include <gtest/gtest.h>

#include <random>

#include "protocol/text.h"

namespace leap::toolchain {
namespace {

std::string one(const std::string& file, const std::string& message = "expected ';'", int line = 3) {
  return R"([{"kind":"error","message":")" + message + R"(","locations":[{"caret":{"file":")" + file + R"(","line":)" +
         std::to_string(line) + R"(,"column":7}}],"children":[]}])" + "\n";
}

TEST(Diagnostics, HaveTheCandidatesNameAndPlace) {
  const auto parsed = parse_gcc_output(one("/in/kernel.cpp"), "mine.cpp", 20);
  ASSERT_EQ(parsed.diagnostics.size(), 1u);
  EXPECT_EQ(parsed.diagnostics[0].file, "mine.cpp");
  EXPECT_EQ(parsed.diagnostics[0].line, 3);
  EXPECT_EQ(parsed.diagnostics[0].column, 7);
  EXPECT_EQ(parsed.diagnostics[0].severity, "error");
  EXPECT_EQ(parsed.diagnostics[0].message, "expected ';'");
  EXPECT_TRUE(parsed.rest.empty());
}

TEST(Diagnostics, AMadeUpFileNameIsNotShown) {
  for (const char* file : {"/etc/shadow", "$(id).cpp", "/in/../etc/passwd", "/w/ccXYZ12.s", ""}) {
    EXPECT_EQ(parse_gcc_output(one(file), "mine.cpp", 20).diagnostics.at(0).file, "mine.cpp") << file;
  }
  EXPECT_EQ(parse_gcc_output(one("/usr/include/c++/12/vector"), "mine.cpp", 20).diagnostics.at(0).file, "<vector>");
}

TEST(Diagnostics, NotesFollowTheirError) {
  const std::string output =
      R"([{"kind":"error","message":"no match","locations":[],"children":[{"kind":"note","message":"candidate","locations":[]}]}])";
  const auto parsed = parse_gcc_output(output, "k.cpp", 20);
  ASSERT_EQ(parsed.diagnostics.size(), 2u);
  EXPECT_EQ(parsed.diagnostics[1].severity, "note");
  EXPECT_EQ(parsed.diagnostics[1].line, 0);
  EXPECT_EQ(parse_gcc_output(output, "k.cpp", 1).diagnostics.size(), 1u);
}

TEST(Diagnostics, LinkerMessagesAreTextWithoutPathsOfTheJail) {
  const auto parsed = parse_gcc_output(
      "[]\n/usr/bin/ld: /w/ccAb3xYz.o: in function `f':\n/in/kernel.cpp:4: undefined reference to `g'\n", "k.cpp", 20);
  EXPECT_TRUE(parsed.diagnostics.empty());
  EXPECT_NE(parsed.rest.find("undefined reference to `g'"), std::string::npos);
  EXPECT_EQ(parsed.rest.find("/w/"), std::string::npos) << parsed.rest;
  EXPECT_EQ(parsed.rest.find("/in/"), std::string::npos) << parsed.rest;
}

TEST(Diagnostics, LongNamesCostNoStack) {
  const std::string name(1 << 20, 'A');
  for (const std::string& text : {"/w/cc" + name, "/w/ccABC.o:(" + name, "/usr/bin/ld: /w/cc" + name + ".o: x",
                                  one("/in/kernel.cpp", "/w/cc" + name)}) {
    const auto parsed = parse_gcc_output(text, "k.cpp", 20);
    EXPECT_EQ(parsed.rest.find("/w/"), std::string::npos);
  }
}

TEST(Diagnostics, ACutLineIsText) {
  const std::string whole = one("/in/kernel.cpp");
  const auto parsed = parse_gcc_output(whole.substr(0, whole.size() / 2), "k.cpp", 20);
  EXPECT_TRUE(parsed.diagnostics.empty());
  EXPECT_FALSE(parsed.rest.empty());
}

TEST(Diagnostics, TheMessagesBeforeACutSurvive) {
  std::string whole = "[";
  for (int i = 1; i <= 50; ++i) {
    std::string message = one("/in/kernel.cpp", "a \\\"quoted\\\" ] } brace", i);
    whole += (i > 1 ? ", " : "") + message.substr(1, message.size() - 3);
  }
  for (const std::size_t kept : {whole.size() / 3, whole.size() / 2, whole.size() - 5}) {
    const auto parsed = parse_gcc_output(whole.substr(0, kept), "k.cpp", 20);
    EXPECT_GE(parsed.diagnostics.size(), std::size_t{10});
    EXPECT_EQ(parsed.diagnostics.at(9).line, 10);
    EXPECT_EQ(parsed.diagnostics.at(0).message, "a \"quoted\" ] } brace");
  }
}

TEST(Diagnostics, FieldsOfAnotherTypeAreTextAndNotAnError) {
  for (const char* line :
       {R"([{"kind":7,"message":"m"}])", R"([{"kind":"error","message":{}}])",
        R"([{"kind":"error","message":"m","locations":[{"caret":[]}]}])",
        R"([{"kind":"error","message":"m","locations":[{"caret":{"line":"x"}}]}])", "[1, null, []]"}) {
    EXPECT_NO_THROW(parse_gcc_output(line, "k.cpp", 20)) << line;
  }
}

// Whatever a compiler is made to print, what comes out is clean and bounded.
TEST(Diagnostics, AnyBytesComeOutClean) {
  std::mt19937 random(11);
  const std::string seed = one("/in/kernel.cpp", "a\\u001b[31mb") + "collect2: error\n";
  for (int round = 0; round < 3000; ++round) {
    std::string output = seed;
    for (int edits = 1 + static_cast<int>(random() % 6); edits > 0; --edits) {
      output[random() % output.size()] = static_cast<char>(random());
    }
    const auto parsed = parse_gcc_output(output, "k.cpp", 20);
    EXPECT_TRUE(protocol::is_valid_utf8(parsed.rest));
    EXPECT_EQ(parsed.rest.find('\x1b'), std::string::npos);
    for (const auto& diagnostic : parsed.diagnostics) {
      EXPECT_TRUE(protocol::is_valid_utf8(diagnostic.message));
      EXPECT_EQ(diagnostic.message.find('\x1b'), std::string::npos);
      EXPECT_TRUE(protocol::is_valid_utf8(diagnostic.file));
    }
  }
}

TEST(Diagnostics, DeepNestingDoesNotOverflowTheStack) {
  std::string output = "[{\"kind\":\"error\",\"message\":\"m\",\"children\":";
  const int depth = 100'000;
  for (int i = 0; i < depth; ++i) output += "[";
  EXPECT_NO_THROW(parse_gcc_output(output, "k.cpp", 20));
  for (int i = 0; i < depth; ++i) output += "]";
  EXPECT_NO_THROW(parse_gcc_output(output + "}]", "k.cpp", 20));
}

}  // namespace
}  // namespace leap::toolchain
