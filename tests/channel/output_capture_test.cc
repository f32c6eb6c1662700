#include "sandbox/channel/output_capture.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

namespace leap::channel {
namespace {

void print(const OutputCapture& capture, std::string_view text) {
  ASSERT_EQ(::write(capture.write_end(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

TEST(OutputCapture, KeepsEverythingUnderTheLimit) {
  OutputCapture capture(100);
  print(capture, "one ");
  print(capture, "two");
  EXPECT_EQ(capture.finish().text(), "one two");
}

TEST(OutputCapture, KeepsHeadAndTailAndDrainsTheRest) {
  OutputCapture capture(10);
  const std::string middle(1 << 20, 'm');  // many times the pipe's buffer: a reader that stopped would block us here
  print(capture, "head.");
  print(capture, middle);
  print(capture, ".tail");
  pollfd overflow{capture.overflow_fd(), POLLIN, 0};
  EXPECT_EQ(::poll(&overflow, 1, 10'000), 1);
  const auto output = capture.finish();
  EXPECT_EQ(output.head, "head.");
  EXPECT_EQ(output.tail, ".tail");
  EXPECT_EQ(output.dropped_bytes, middle.size());
}

TEST(OutputCapture, DoesNotWaitForAWriterThatLives) {
  OutputCapture capture(100);
  const Fd daemon(::dup(capture.write_end()));
  print(capture, "x");
  EXPECT_EQ(capture.finish().text(), "x");
}

}  // namespace
}  // namespace leap::channel
