#include "client/cli/width.h"

#include <gtest/gtest.h>

#include <random>

#include "protocol/text.h"

namespace leap::cli {
namespace {

TEST(Width, CountsColumnsAndNotBytes) {
  EXPECT_EQ(display_width(""), 0u);
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("µs"), 2u);
  EXPECT_EQ(display_width("日本"), 4u);
  EXPECT_EQ(display_width("e\u0301"), 1u);
  EXPECT_EQ(display_width("😀"), 2u);
}

TEST(Width, WhatFitsIsLeftAlone) {
  EXPECT_EQ(cut_to_width("abcd", 4), "abcd");
  EXPECT_EQ(cut_to_width("日本", 4), "日本");
}

TEST(Width, WhatDoesNotFitIsCutAndMarked) {
  EXPECT_EQ(cut_to_width("abcdef", 5), "ab...");
  EXPECT_EQ(cut_to_width("日本語日本語", 6), "日...");
  EXPECT_EQ(cut_to_width("abcdef", 2), "..");
  EXPECT_EQ(cut_to_width("abcdef", 0), "");
}

TEST(Width, PadsByColumns) {
  EXPECT_EQ(pad_right("日", 4), "日  ");
  EXPECT_EQ(pad_left("µs", 4), "  µs");
  EXPECT_EQ(pad_left("long", 2), "long");
}

TEST(Width, WrapsAtSpaces) {
  EXPECT_EQ(wrapped("one two three", 9, "  "), "  one two\n  three\n");
  EXPECT_EQ(wrapped("one two", 5, "  "), "  one\n  two\n");
  EXPECT_EQ(wrapped("abcdefgh i", 6, "  "), "  abcd\n  efgh\n  i\n") << "a word that is too long is broken";
  EXPECT_EQ(wrapped("日本語", 6, "  "), "  日本\n  語\n");
  EXPECT_EQ(wrapped("日本", 1, ""), "日\n本\n") << "never stuck";
  EXPECT_EQ(wrapped("", 20, "  "), "");
}

TEST(Width, CuttingNeverBreaksACharacterNorExceedsTheWidth) {
  const std::string pieces[] = {"a", "µ", "日", "😀", "e\u0301", " "};
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int i = static_cast<int>(random() % 20); i > 0; --i) text += pieces[random() % std::size(pieces)];
    const std::size_t columns = random() % 24;
    const std::string cut = cut_to_width(text, columns);
    EXPECT_TRUE(protocol::is_valid_utf8(cut)) << text;
    EXPECT_LE(display_width(cut), columns) << text;
    EXPECT_TRUE(display_width(text) > columns || cut == text) << text;
  }
}

}  // namespace
}  // namespace leap::cli
