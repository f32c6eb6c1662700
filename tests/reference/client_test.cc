// The client against a leap-reference that lies: its replies may be written by a script that has taken over.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <thread>

#include "sandbox/channel/memory.h"
#include "sandbox/reference/reference_client.h"
#include "sandbox/reference/wire.h"

namespace leap::reference {
namespace {

using namespace std::chrono_literals;
using channel::Channel;

protocol::Definition identity() {
  protocol::Definition definition;
  definition.name = "identity";
  definition.axes.resize(1);
  definition.axes[0].name = "n";
  definition.inputs = {{"x", {"n"}, protocol::Dtype::float32, ""}};
  definition.outputs = {{"y", {"n"}, protocol::Dtype::float32, ""}};
  definition.reference = "def run(x):\n    return x\n";
  return definition;
}

// A process that waits to be killed, as the child of a definition.
class Sleeper {
 public:
  Sleeper() : pid_(::fork()) {
    if (pid_ == 0)
      for (;;) ::pause();
    pidfd_ = Fd(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  }
  ~Sleeper() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  int pidfd() const { return pidfd_.get(); }
  bool dead_soon() const {
    siginfo_t info{};
    for (int i = 0; i < 1000; ++i) {
      ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
      if (info.si_pid == pid_) return true;
      std::this_thread::sleep_for(10ms);
    }
    return false;
  }

 private:
  pid_t pid_;
  Fd pidfd_;
};

// Answers one definition: `parent` gets the control socket and the request, `child` the session's socket.
class Liar {
 public:
  using Child = std::function<void(Channel& session)>;

  explicit Liar(Child child) {
    auto [ours, theirs] = Channel::pair();
    client_ = std::make_unique<Client>(std::move(theirs));
    thread_ =
        std::thread([this, control = std::move(ours), child = std::move(child)]() mutable { serve(control, child); });
  }
  ~Liar() {
    client_.reset();
    thread_.join();
  }

  std::variant<Session, ReferenceError> define(std::chrono::milliseconds limit = 20s) {
    return client_->define(identity(), limit);
  }
  const Sleeper& sleeper() const { return sleeper_; }

 private:
  void serve(Channel& control, const Child& child) {
    const auto forever = channel::Deadline::max();
    control.send(wire::encode(wire::Ready{}));
    auto request = control.receive(forever).message;
    if (!request) return;
    Channel session(std::move(request->fds[0]));
    const auto id = wire::decode_define_request(request->bytes)->id;
    control.send(wire::encode(wire::DefineReply{id + 100, "of another request"}));
    control.send(wire::encode(wire::DefineReply{id, ""}), {sleeper_.pidfd()});
    child(session);
    control.receive(forever);  // until the client leaves
  }

  Sleeper sleeper_;
  std::unique_ptr<Client> client_;
  std::thread thread_;
};

void expect_fault(const std::variant<Session, ReferenceError>& result, const std::string& says) {
  ASSERT_EQ(result.index(), 1u);
  EXPECT_TRUE(std::get<ReferenceError>(result).definition_fault);
  EXPECT_NE(std::get<ReferenceError>(result).message.find(says), std::string::npos)
      << std::get<ReferenceError>(result).message;
}

TEST(ClientTest, AMalformedReplyIsTheDefinitionsFaultAndKillsTheChild) {
  for (const std::string bytes : {"{", "null", "{\"ok\":1}", "\xff\xff", "{\"error\":[]}"}) {
    Liar liar([&](Channel& session) { session.send(bytes); });
    expect_fault(liar.define(), "malformed");
    EXPECT_TRUE(liar.sleeper().dead_soon());
  }
}

TEST(ClientTest, DeepJsonIsJustMalformed) {
  Liar liar([&](Channel& session) { session.send(std::string(150000, '[')); });
  expect_fault(liar.define(), "malformed");
}

TEST(ClientTest, DescriptorsWithAReplyAreMalformed) {
  Liar liar([](Channel& session) { session.send("{\"ok\":true}", {0, 1, 2}); });
  expect_fault(liar.define(), "malformed");
}

TEST(ClientTest, AReplyOverTheChannelsLimitIsMalformed) {
  Liar liar([](Channel& session) {
    const std::string bytes(channel::kMaxMessageBytes + 4096, 'x');
    int size = 1 << 20;
    ::setsockopt(session.fd(), SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    ::send(session.fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
  });
  expect_fault(liar.define(), "malformed");
}

TEST(ClientTest, AChildThatClosesItsSocketAndLivesOnIsKilled) {
  Liar liar([](Channel& session) { session = Channel(); });
  expect_fault(liar.define(), "closed its socket");
  EXPECT_TRUE(liar.sleeper().dead_soon());
}

TEST(ClientTest, ASilentChildIsKilledWhenTheTimeIsOver) {
  Liar liar([](Channel& session) { session.receive(channel::Deadline::max()); });
  expect_fault(liar.define(50ms), "longer than 50 ms to compile");
  EXPECT_TRUE(liar.sleeper().dead_soon());
}

TEST(ClientTest, TheNoticeOfTheEndNamesItsCause) {
  const std::pair<wire::ProcessEnd, std::string> ends[] = {{{11, 0}, "crashed (signal 11)"},
                                                           {{9, 0}, "memory"},
                                                           {{SIGXCPU, 0}, "processor time"},
                                                           {{SIGSYS, 0}, "forbidden system call"},
                                                           {{0, 3}, "left with status 3"}};
  for (const auto& [end, says] : ends) {
    Liar liar([&, end = end](Channel& session) { session.send(wire::encode(wire::SessionReply{"", end})); });
    expect_fault(liar.define(), says);
  }
}

TEST(ClientTest, ARunMayBeAnsweredByAnythingToo) {
  Liar liar([](Channel& session) {
    session.send("{\"ok\":true}");
    session.receive(channel::Deadline::max());
    session.send("garbage");
  });
  auto result = liar.define();
  ASSERT_EQ(result.index(), 0u);
  const Fd memory = channel::make_memory("tensors", 4096);
  const TensorPlaces places{memory.get(), 4096, {0}, {1024}};
  const auto error = std::get<Session>(result).run({{"n", 8}}, places, Compute::float64, 20s);
  ASSERT_TRUE(error);
  EXPECT_TRUE(error->definition_fault);
  const auto again = std::get<Session>(result).run({{"n", 8}}, places, Compute::float64, 20s);
  ASSERT_TRUE(again);
  EXPECT_FALSE(again->definition_fault) << "a dead session is our mistake";
}

TEST(ClientTest, PlacesThatDoNotFitAreOurMistake) {
  const Fd memory = channel::make_memory("tensors", 4096);
  const auto with = [&](const TensorPlaces& places, const protocol::AxisValues& axes) {
    Liar liar([](Channel& session) { session.send("{\"ok\":true}"); });
    auto result = liar.define();
    const auto error = std::get<Session>(result).run(axes, places, Compute::float64, 20s);
    return error && !error->definition_fault;
  };
  EXPECT_TRUE(with({memory.get(), 8192, {0}, {1024}}, {{"n", 8}})) << "more than the file holds";
  EXPECT_TRUE(with({memory.get(), 4096, {0}, {4096}}, {{"n", 8}})) << "beyond the end";
  EXPECT_TRUE(with({memory.get(), 4096, {0}, {4064}}, {{"n", 8}})) << "not aligned";
  EXPECT_TRUE(with({memory.get(), 4096, {0}, {~std::uint64_t{63}}}, {{"n", 8}})) << "overflow";
  EXPECT_TRUE(with({memory.get(), 4096, {0}, {1024}}, {{"n", 500}})) << "too large";
  EXPECT_TRUE(with({memory.get(), 4096, {0}, {}}, {{"n", 8}})) << "no place";
  EXPECT_TRUE(with({memory.get(), 4096, {0}, {1024}}, {})) << "no axis";
  channel::seal_future_writes(memory.get());
  EXPECT_TRUE(with({memory.get(), 4096, {0}, {1024}}, {{"n", 8}})) << "sealed";
}

TEST(ClientTest, AParentThatIsGoneOrConfusedIsInfra) {
  for (const std::string greeting : {"", "nonsense", "{\"error\":\"two threads\"}"}) {
    auto [ours, theirs] = Channel::pair();
    if (!greeting.empty()) ours.send(greeting);
    ours = Channel();
    Client client(std::move(theirs));
    const auto result = client.define(identity(), 20s);
    ASSERT_EQ(result.index(), 1u);
    EXPECT_FALSE(std::get<ReferenceError>(result).definition_fault) << greeting;
  }
}

TEST(ClientTest, ExpectedOutputsHaveOneWidthPerKind) {
  using protocol::Dtype;
  for (const Dtype dtype :
       {Dtype::float16, Dtype::bfloat16, Dtype::float32, Dtype::float64, Dtype::int32, Dtype::int64})
    EXPECT_EQ(expected_element_bytes(dtype), 8u);
  EXPECT_EQ(expected_element_bytes(Dtype::boolean), 1u);
}

}  // namespace
}  // namespace leap::reference
