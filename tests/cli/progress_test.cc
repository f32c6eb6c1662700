#include "client/cli/progress.h"

#include <gtest/gtest.h>

#include "client/cli/width.h"

namespace leap::cli {
namespace {

ProgressState middle() {
  ProgressState state;
  state.done = 6;
  state.total = 12;
  state.subject = "matmul / endless_loop";
  state.stage = "check";
  state.elapsed = std::chrono::duration<double>(12.3);
  return state;
}

TEST(ProgressLine, SaysWhatIsDoneAndWhatIsGoingOn) {
  EXPECT_EQ(progress_line(middle(), 100), "[############------------]  6/12  matmul / endless_loop: check  12 s");
}

TEST(ProgressLine, StartsAndEndsWithinTheBar) {
  ProgressState state;
  EXPECT_EQ(progress_line(state, 100), "[------------------------] 0/0  0.0 s");
  state.done = state.total = 3;
  EXPECT_EQ(progress_line(state, 100), "[########################] 3/3  0.0 s");
}

TEST(ProgressLine, FitsInAnyWidthAndKeepsTheClock) {
  ProgressState state = middle();
  state.subject = "日本語 / " + std::string(80, 'x');
  for (std::size_t columns = 1; columns < 140; ++columns) {
    const std::string line = progress_line(state, columns);
    EXPECT_LE(display_width(line), columns);
    EXPECT_TRUE(columns <= 40 || line.ends_with("  12 s")) << line;
  }
}

}  // namespace
}  // namespace leap::cli
