#include "sandbox/reference/wire.h"

#include <gtest/gtest.h>

#include <string>

namespace leap::reference::wire {
namespace {

TEST(WireTest, MessagesSurviveTheTrip) {
  EXPECT_TRUE(decode_ready(encode(Ready{}))->error.empty());
  EXPECT_EQ(decode_ready(encode(Ready{"no threads"}))->error, "no threads");
  const auto define = decode_define_request(encode(DefineRequest{7, 1u << 30}));
  EXPECT_EQ(define->id, 7u);
  EXPECT_EQ(define->memory_bytes, 1u << 30);
  const auto reply = decode_define_reply(encode(DefineReply{8, "fork: no"}));
  EXPECT_EQ(reply->id, 8u);
  EXPECT_EQ(reply->error, "fork: no");
  const auto run =
      decode_run_request(encode(RunRequest{{{"n", 3}, {"m", 4}}, 4096, {0, 64}, {128}, Compute::float32, 250}));
  EXPECT_EQ(run->axes, (protocol::AxisValues{{"n", 3}, {"m", 4}}));
  EXPECT_EQ(run->memory_bytes, 4096u);
  EXPECT_EQ(run->inputs, (std::vector<std::uint64_t>{0, 64}));
  EXPECT_EQ(run->outputs, (std::vector<std::uint64_t>{128}));
  EXPECT_EQ(run->compute, Compute::float32);
  EXPECT_EQ(run->limit_ms, 250);
  EXPECT_TRUE(decode_session_reply(encode(SessionReply{}))->error.empty());
  EXPECT_EQ(decode_session_reply(encode(SessionReply{"line 2: no", {}}))->error, "line 2: no");
  EXPECT_EQ(decode_session_reply(encode(SessionReply{"", ProcessEnd{11, 0}}))->end->signal, 11);
}

TEST(WireTest, AnyOtherBytesAreNoMessage) {
  for (const std::string bytes :
       {"", "{", "null", "[]", "3", "{}", "\"ok\"", "{\"ok\":1}", "{\"ok\":\"yes\"}", "{\"error\":3}", "{\"error\":{}}",
        "{\"end\":3}", "{\"end\":{\"signal\":\"x\",\"status\":0}}", "{\"ok\":true} {\"ok\":true}",
        "{\"error\":\"\xff\xfe\"}"})
    EXPECT_FALSE(decode_session_reply(bytes)) << bytes;
  EXPECT_FALSE(decode_session_reply(std::string(150000, '[')));
  EXPECT_FALSE(decode_session_reply(std::string(150000, '\0')));
  EXPECT_FALSE(decode_define_request(encode(RunRequest{})));
  EXPECT_FALSE(decode_run_request(encode(DefineRequest{})));
}

TEST(WireTest, EveryPrefixAndEveryFlippedByteIsHandled) {
  const std::string whole = encode(SessionReply{"line 3: something", ProcessEnd{11, 0}}) + encode(DefineReply{3, "x"});
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_NO_THROW(decode_session_reply(whole.substr(0, i)));
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = whole;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      EXPECT_NO_THROW(decode_session_reply(flipped));
      EXPECT_NO_THROW(decode_define_reply(flipped));
    }
  }
}

TEST(WireTest, ErrorTextsAreShortAndPlain) {
  const auto clean = decode_session_reply(R"({"error":"a\u001b[31mred\u0000\nb\tc\u007f"})");
  EXPECT_EQ(clean->error, "a?[31mred?\nb\tc?");
  std::string accents;
  for (int i = 0; i < 5000; ++i) accents += "\xc3\xa9";
  const auto cut = decode_session_reply("{\"error\":\"x" + accents + "\"}");
  EXPECT_LE(cut->error.size(), kMaxErrorBytes);
  EXPECT_GE(cut->error.size(), kMaxErrorBytes - 1);
  EXPECT_EQ(static_cast<unsigned char>(cut->error.back()), 0xa9) << "cut inside a character";
}

TEST(WireTest, AnErrorThatIsNotUtf8CanStillBeSent) {
  const auto reply = decode_session_reply(encode(SessionReply{"bad \xff byte", {}}));
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->error, "bad \xef\xbf\xbd byte");
}

}  // namespace
}  // namespace leap::reference::wire
