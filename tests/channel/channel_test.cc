#include "sandbox/channel/channel.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/eventfd.h>

#include <dirent.h>

#include "sandbox/channel/memory.h"

namespace leap::channel {
namespace {

Deadline soon() { return Clock::now() + std::chrono::seconds(10); }

int open_descriptors() {
  int count = 0;
  DIR* folder = ::opendir("/proc/self/fd");
  while (::readdir(folder) != nullptr) ++count;
  ::closedir(folder);
  return count;
}

TEST(Channel, CarriesBytesAndDescriptors) {
  auto [left, right] = Channel::pair();
  const Fd memory = make_sealed("content", "the answer");
  left.send("hello", {memory.get()});
  auto received = right.receive(soon());
  ASSERT_TRUE(received.message);
  EXPECT_EQ(received.message->bytes, "hello");
  ASSERT_EQ(received.message->fds.size(), 1u);
  EXPECT_EQ(read_all(received.message->fds[0].get(), 100), "the answer");
  EXPECT_TRUE(::fcntl(received.message->fds[0].get(), F_GETFD) & FD_CLOEXEC);
}

TEST(Channel, KeepsMessageBoundariesUpToTheLimit) {
  auto [left, right] = Channel::pair();
  left.send("a");
  left.send(std::string(kMaxMessageBytes, 'b'));
  EXPECT_EQ(right.receive(soon()).message->bytes, "a");
  EXPECT_EQ(right.receive(soon()).message->bytes.size(), kMaxMessageBytes);
  EXPECT_THROW(left.send(std::string(kMaxMessageBytes + 1, 'c')), ChannelError);
  EXPECT_THROW(left.send(""), ChannelError) << "an empty message could not be told from a closed peer";
}

TEST(Channel, AClosedPeerIsAnEndAndNotAnError) {
  auto [left, right] = Channel::pair();
  { const Channel gone = std::move(left); }
  const auto received = right.receive(soon());
  EXPECT_FALSE(received.message);
  EXPECT_EQ(received.ended, Ended::closed);
  EXPECT_THROW(right.send("x"), ChannelError);
}

TEST(Channel, ADeadlineAndACancellationEndTheWait) {
  auto [left, right] = Channel::pair();
  EXPECT_EQ(right.receive(Clock::now() + std::chrono::milliseconds(5)).ended, Ended::timed_out);
  const Fd cancel(::eventfd(1, EFD_CLOEXEC));
  EXPECT_EQ(right.receive(Deadline::max(), cancel.get()).ended, Ended::cancelled);
}

TEST(Channel, WaitsForAMessageWithoutTakingIt) {
  auto [left, right] = Channel::pair();
  EXPECT_FALSE(right.wait_readable(Clock::now() + std::chrono::milliseconds(2)));
  left.send("x");
  EXPECT_TRUE(right.wait_readable(soon()));
  EXPECT_EQ(right.receive(soon()).message->bytes, "x");
}

TEST(Channel, TooManyDescriptorsAreRefusedAndNoneLeaks) {
  auto [left, right] = Channel::pair();
  const int before = open_descriptors();
  EXPECT_THROW(left.send("x", std::vector<int>(kMaxMessageFds + 1, 0)), ChannelError);
  left.send("x", std::vector<int>(kMaxMessageFds, 0));
  EXPECT_EQ(right.receive(soon()).message->fds.size(), kMaxMessageFds);
  EXPECT_EQ(open_descriptors(), before);
}

}  // namespace
}  // namespace leap::channel
