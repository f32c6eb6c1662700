#include "client/cli/format.h"

#include <gtest/gtest.h>

namespace leap::cli {
namespace {

TEST(Format, TimesHaveThreeDigitsAndAUnit) {
  EXPECT_EQ(format_us(0), "0.00 ns");
  EXPECT_EQ(format_us(0.85), "850 ns");
  EXPECT_EQ(format_us(0.9999), "1.00 us");
  EXPECT_EQ(format_us(12.345), "12.3 us");
  EXPECT_EQ(format_us(999.4), "999 us");
  EXPECT_EQ(format_us(999.6), "1.00 ms");
  EXPECT_EQ(format_us(4560), "4.56 ms");
  EXPECT_EQ(format_us(1.2e6), "1.20 s");
  EXPECT_EQ(format_ms(41), "41.0 ms");
}

TEST(Format, ElapsedTimeStaysReadable) {
  using std::chrono::duration;
  EXPECT_EQ(format_elapsed(duration<double>(0.44)), "0.4 s");
  EXPECT_EQ(format_elapsed(duration<double>(9.96)), "10 s");
  EXPECT_EQ(format_elapsed(duration<double>(83.2)), "83 s");
  EXPECT_EQ(format_elapsed(duration<double>(125.4)), "2 min 05 s");
  EXPECT_EQ(format_elapsed(duration<double>(119.7)), "2 min 00 s");
}

TEST(Format, RatiosAndBytes) {
  EXPECT_EQ(format_speedup(1.524), "1.52x");
  EXPECT_EQ(format_speedup(12.44), "12.4x");
  EXPECT_EQ(format_speedup(231.2), "231x");
  EXPECT_EQ(format_bytes(12), "12 B");
  EXPECT_EQ(format_bytes(512u << 20), "512 MiB");
  EXPECT_EQ(format_bytes(36'071'014), "34.4 MiB");
}

TEST(Format, Plurals) {
  EXPECT_EQ(plural(1, "task"), "1 task");
  EXPECT_EQ(plural(0, "task"), "0 tasks");
}

}  // namespace
}  // namespace leap::cli
