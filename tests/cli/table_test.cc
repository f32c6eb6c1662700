#include "client/cli/table.h"

#include <gtest/gtest.h>

#include "client/cli/width.h"

namespace leap::cli {
namespace {

const Palette kPlain(false);

TEST(Table, LinesColumnsUp) {
  Table table({{"name"}, {"time", Column::Align::right}, {"note"}});
  table.add({{"a"}, {"1 us"}, {"x"}});
  table.add({{"longer"}, {"100 us"}, {"y"}});
  EXPECT_EQ(table.text(0, kPlain),
            "name      time  note\n"
            "a         1 us  x\n"
            "longer  100 us  y\n");
}

TEST(Table, CutsTheLastColumnToTheWidth) {
  Table table({{"name"}, {"note"}});
  table.add({{"a"}, {"twenty-six characters long"}});
  for (const std::string& line : {table.text(24, kPlain)}) EXPECT_NE(line.find("..."), line.npos);
  EXPECT_EQ(table.text(24, kPlain), "name  note\na     twenty-six char...\n");
}

TEST(Table, NeverCutsTheLastColumnToNothing) {
  Table table({{"name"}, {"note"}});
  table.add({{std::string(50, 'n')}, {std::string(50, 'x')}});
  EXPECT_NE(table.text(20, kPlain).find("xxxxxxxxxxxxx..."), std::string::npos);
}

TEST(Table, LeavesOutColumnsThatAreEmpty) {
  Table table({{"name"}, {"note"}, {"last"}});
  table.add({{"a"}, {}, {"b"}});
  EXPECT_EQ(table.text(0, kPlain), "name  last\na     b\n");
  EXPECT_EQ(Table({{"name"}}).text(0, kPlain), "");
}

TEST(Table, HasNoSpacesAtLineEnds) {
  Table table({{"name"}, {"note"}});
  table.add({{"a"}, {}});
  table.add({{"b"}, {"note"}});
  EXPECT_EQ(table.text(0, kPlain).find(" \n"), std::string::npos);
}

TEST(Table, ColoursOnlyWhenAsked) {
  Table table({{"name"}});
  table.add({{"a", Style::good}});
  EXPECT_EQ(table.text(0, kPlain).find('\033'), std::string::npos);
  EXPECT_NE(table.text(0, Palette(true)).find("\033[32ma\033[0m"), std::string::npos);
}

TEST(Table, MeasuresColumnsOfWideCharacters) {
  Table table({{"name"}, {"x"}});
  table.add({{"日本"}, {"1"}});
  table.add({{"ab"}, {"2"}});
  EXPECT_EQ(table.text(0, kPlain), "name  x\n日本  1\nab    2\n");
}

}  // namespace
}  // namespace leap::cli
