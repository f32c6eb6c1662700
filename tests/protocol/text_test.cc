#include "protocol/text.h"

#include <gtest/gtest.h>

#include <random>

namespace leap::protocol {
namespace {

TEST(SanitizeText, KeepsWhatIsReadable) {
  const std::string text = "a line\n\tindented, \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\n";
  EXPECT_EQ(sanitize_text(text, 1000), text);
  EXPECT_EQ(sanitize_text("", 1000), "");
}

TEST(SanitizeText, ShowsTerminalEscapesInsteadOfSendingThem) {
  EXPECT_EQ(sanitize_text("\x1b[31mred\x1b[0m\a\r\b\x7f", 1000), "\\x1B[31mred\\x1B[0m\\x07\\x0D\\x08\\x7F");
  EXPECT_EQ(sanitize_text(std::string_view("\0", 1), 1000), "\\x00");
  EXPECT_EQ(sanitize_text("\xC2\x9B"
                          "31m",
                          1000),
            "\\xC2\\x9B31m");  // CSI as one character
}

TEST(SanitizeText, ShowsCharactersThatReorderText) {
  EXPECT_EQ(sanitize_text("\xE2\x80\xAE", 1000), "\\xE2\\x80\\xAE");  // right-to-left override
  EXPECT_EQ(sanitize_text("\xE2\x81\xA6", 1000), "\\xE2\\x81\\xA6");  // isolate
}

TEST(SanitizeText, ShowsInvalidUtf8ByteByByte) {
  EXPECT_EQ(sanitize_text("\xFF", 1000), "\\xFF");
  EXPECT_EQ(sanitize_text("\xC0\xAF", 1000), "\\xC0\\xAF");                    // overlong
  EXPECT_EQ(sanitize_text("\xE0\x80\x80", 1000), "\\xE0\\x80\\x80");           // overlong
  EXPECT_EQ(sanitize_text("\xED\xA0\x80", 1000), "\\xED\\xA0\\x80");           // surrogate
  EXPECT_EQ(sanitize_text("\xF4\x90\x80\x80", 1000), "\\xF4\\x90\\x80\\x80");  // above U+10FFFF
  EXPECT_EQ(sanitize_text("a\xE2\x82", 1000), "a\\xE2\\x82");                  // cut short
  EXPECT_EQ(sanitize_text("\x80"
                          "a",
                          1000),
            "\\x80"
            "a");  // continuation alone
}

TEST(SanitizeText, CutsTheMiddleAndSaysHowMuch) {
  const std::string text = "head" + std::string(1000, '.') + "tail";
  EXPECT_EQ(sanitize_text(text, 1008), text);
  const std::string cut = sanitize_text(text, 200);
  EXPECT_LE(cut.size(), 200u);
  EXPECT_TRUE(cut.starts_with("head....")) << cut;
  EXPECT_TRUE(cut.ends_with("....tail")) << cut;
  EXPECT_NE(cut.find("\n[... 864 bytes left out]\n"), std::string::npos) << cut;
}

TEST(SanitizeText, CountsOriginalBytesThatAreLeftOut) {
  const std::string cut = sanitize_text(std::string(100, '\x1b'), 136);  // 40 bytes a side: 10 escapes
  EXPECT_NE(cut.find("[... 80 bytes left out]"), std::string::npos) << cut;
}

TEST(SanitizeText, HoldsForAnyBytes) {
  std::mt19937_64 random(7);
  const std::string_view alphabet("a\n\t\x1b\x80\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\xFF\0", 15);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes(random() % 300, ' ');
    for (char& c : bytes) c = alphabet[random() % alphabet.size()];
    const std::size_t limit = random() % 400;
    const std::string text = sanitize_text(bytes, limit);
    ASSERT_LE(text.size(), limit);
    ASSERT_TRUE(is_valid_utf8(text));
    for (const char c : text) ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t');
    ASSERT_EQ(sanitize_text(text, limit), text);  // doing it twice changes nothing
    const std::string line = one_line(bytes, limit);
    ASSERT_LE(line.size(), limit);
    ASSERT_TRUE(is_valid_utf8(line));
    ASSERT_EQ(line.find('\n'), std::string::npos);
  }
}

TEST(OneLine, ShowsLineBreaksAndCutsTheEnd) {
  EXPECT_EQ(one_line("a\nb\tc", 100), "a\\x0Ab\\x09c");
  EXPECT_EQ(one_line("abcdefgh", 8), "abcdefgh");
  EXPECT_EQ(one_line("abcdefghi", 8), "abcde...");
  EXPECT_EQ(in_quotes("x"), "\"x\"");
  EXPECT_LT(in_quotes(std::string(10000, 'x')).size(), 100u);
}

}  // namespace
}  // namespace leap::protocol
