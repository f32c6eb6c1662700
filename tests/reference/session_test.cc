// Sessions: what they compute in, how long they live, what they leave behind.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "tests/reference/reference_process.h"

namespace leap::reference {
namespace {

using namespace std::chrono_literals;
using protocol::Dtype;
using Values = std::vector<double>;

Values only_output(const std::variant<std::vector<Values>, ReferenceError>& result) {
  if (const auto* error = std::get_if<ReferenceError>(&result)) {
    ADD_FAILURE() << error->message;
    return {};
  }
  return std::get<0>(result).at(0);
}

std::size_t open_files(pid_t pid) {
  const std::filesystem::path folder = "/proc/" + std::to_string(pid) + "/fd";
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

// Children that have not been reaped, zombies included.
std::size_t children(pid_t pid) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    std::string line;
    if (!std::getline(file, line)) continue;
    const std::size_t name_end = line.rfind(')');  // "PID (NAME) STATE PPID ..."
    if (name_end != std::string::npos && std::stol(line.substr(name_end + 4)) == pid) ++count;
  }
  return count;
}

bool soon(const std::function<bool()>& holds) {
  for (int i = 0; i < 1000; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

class SessionTest : public testing::Test {
 protected:
  Session define(const protocol::Definition& definition) {
    auto result = client_.define(definition, kPlenty);
    if (auto* error = std::get_if<ReferenceError>(&result)) throw std::runtime_error(error->message);
    return std::move(std::get<Session>(result));
  }

  static protocol::Definition unary(const std::string& expression) {
    return make_definition({{"x", {"n"}}}, {{"y", {"n"}}}, "def run(x):\n    return " + expression + "\n");
  }

  static Values run(Session& session, const protocol::Definition& definition, const Values& x) {
    const protocol::AxisValues axes{{"n", static_cast<std::int64_t>(x.size())}};
    const Tensors tensors(definition, axes, {x});
    if (const auto error = session.run(axes, tensors.places(), Compute::float64, kPlenty)) {
      ADD_FAILURE() << error->message;
      return {};
    }
    return tensors.output(0);
  }

  ReferenceProcess process_;
  Client client_{process_.take_control()};
};

TEST_F(SessionTest, EveryDtypeArrivesExactly) {
  for (const Dtype dtype : {Dtype::float16, Dtype::bfloat16, Dtype::float32, Dtype::float64}) {
    const auto definition =
        make_definition({{"x", {"n"}, dtype}}, {{"y", {"n"}, dtype}}, "def run(x):\n    return x\n");
    const Values x = sample(200, 5);
    EXPECT_EQ(only_output(evaluate(client_, definition, {{"n", 200}}, {x})), x) << protocol::name(dtype);
  }
  for (const Dtype dtype : {Dtype::int32, Dtype::int64}) {
    const auto definition =
        make_definition({{"x", {"n"}, dtype}}, {{"y", {"n"}, dtype}}, "def run(x):\n    return x + 1\n");
    EXPECT_EQ(only_output(evaluate(client_, definition, {{"n", 3}}, {{-5, 0, 2147483000}})),
              (Values{-4, 1, 2147483001}));
  }
  const auto inverted = make_definition({{"x", {"n"}, Dtype::boolean}}, {{"y", {"n"}, Dtype::boolean}},
                                        "def run(x):\n    return torch.logical_not(x)\n");
  EXPECT_EQ(only_output(evaluate(client_, inverted, {{"n", 3}}, {{0, 1, 0}})), (Values{1, 0, 1}));
}

TEST_F(SessionTest, LowPrecisionInputsAreComputedInFloat64) {
  const auto definition = make_definition({{"x", {"n"}, Dtype::float16}}, {{"y", {"n"}, Dtype::float16}},
                                          "def run(x):\n    return torch.softmax(x, 0) / 3\n");
  const Values y = only_output(evaluate(client_, definition, {{"n", 2}}, {{1, 2}}));
  EXPECT_DOUBLE_EQ(y[0], 1 / (1 + std::exp(1.0)) / 3);
}

TEST_F(SessionTest, Float32IsComputedInFloat32OnRequest) {
  const auto definition = unary("x + 2.0 ** -30");
  EXPECT_EQ(only_output(evaluate(client_, definition, {{"n", 1}}, {{1}}))[0], 1 + std::ldexp(1.0, -30));
  EXPECT_EQ(only_output(evaluate(client_, definition, {{"n", 1}}, {{1}}, Compute::float32))[0], 1.0);
}

TEST_F(SessionTest, TensorsMadeByTheScriptAreAsPreciseAsItsInputs) {
  EXPECT_EQ(only_output(evaluate(client_, unary("torch.full([x.size(0)], 0.1)"), {{"n", 1}}, {{1}}))[0], 0.1);
  EXPECT_EQ(
      only_output(evaluate(client_, unary("torch.full([x.size(0)], 0.1)"), {{"n", 1}}, {{1}}, Compute::float32))[0],
      static_cast<double>(0.1f));
}

TEST_F(SessionTest, AConvolutionWorksInEitherPrecision) {
  const auto definition = make_definition({{"x", {"n", "c", "h", "h"}}, {"w", {"c", "c", "r", "r"}}},
                                          {{"y", {"n", "c", "o", "o"}}}, "def run(x, w):\n    return F.conv2d(x, w)\n");
  const protocol::AxisValues axes{{"n", 16}, {"c", 4}, {"h", 10}, {"r", 3}, {"o", 8}};
  const std::vector<Values> inputs{sample(16 * 4 * 100, 1), sample(4 * 4 * 9, 2)};
  const Values exact = only_output(evaluate(client_, definition, axes, inputs));
  const Values rounded = only_output(evaluate(client_, definition, axes, inputs, Compute::float32));
  ASSERT_EQ(exact.size(), rounded.size());
  for (std::size_t i = 0; i < exact.size(); ++i) EXPECT_NEAR(exact[i], rounded[i], 1e-2);
}

TEST_F(SessionTest, NotANumberAndInfinityPassThrough) {
  const Values y = only_output(evaluate(client_, unary("torch.log(x)"), {{"n", 3}}, {{-1, 0, 1}}));
  EXPECT_TRUE(std::isnan(y[0]));
  EXPECT_EQ(y[1], -INFINITY);
  EXPECT_EQ(y[2], 0);
}

TEST_F(SessionTest, OneSessionTakesManySizes) {
  const auto definition = unary("x.flip(0)");
  Session session = define(definition);
  for (std::size_t n = 1; n < 60; ++n) {
    const Values x = sample(n, n);
    EXPECT_EQ(run(session, definition, x), Values(x.rbegin(), x.rend()));
  }
}

TEST_F(SessionTest, InputsStayAsTheyWere) {
  const auto definition = unary("torch.relu(x) * 2");
  Session session = define(definition);
  const Tensors tensors(definition, {{"n", 50}}, {sample(50, 1)});
  const std::string before = tensors.input_bytes();
  ASSERT_FALSE(session.run({{"n", 50}}, tensors.places(), Compute::float64, kPlenty));
  EXPECT_EQ(tensors.input_bytes(), before);
}

TEST_F(SessionTest, TwoSessionsAtOnceDoNotMeet) {
  const auto twice = unary("x * 2"), thrice = unary("x * 3");
  Session first = define(twice);
  Session second = define(thrice);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(run(first, twice, {1, 2}), (Values{2, 4}));
    EXPECT_EQ(run(second, thrice, {1, 2}), (Values{3, 6}));
  }
}

TEST_F(SessionTest, OneThatIsKilledDoesNotDisturbTheOther) {
  const auto endless = make_definition({{"x", {"n"}}}, {{"y", {"n"}}},
                                       "def run(x):\n    while True:\n        x = x + 1\n    return x\n");
  const auto twice = unary("x * 2");
  Session first = define(endless);
  Session second = define(twice);
  const Tensors tensors(endless, {{"n", 1}}, {{1}});
  const auto error = first.run({{"n", 1}}, tensors.places(), Compute::float64, 100ms);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "the reference ran longer than 100 ms");
  EXPECT_EQ(run(second, twice, {4}), (Values{8}));
  EXPECT_TRUE(soon([&] { return children(process_.pid()) == 1; })) << "the endless child lives on";
}

TEST_F(SessionTest, FiftyDefinitionsLeaveNothingBehind) {
  const auto definition = unary("x + 1");
  { define(definition); }
  ASSERT_TRUE(soon([&] { return children(process_.pid()) == 0; }));
  const std::size_t files = open_files(process_.pid()), ours = open_files(::getpid());
  for (int i = 0; i < 50; ++i) {
    Session session = define(i % 10 == 9 ? unary("x + 2") : definition);
    if (i % 2 == 0) {
      EXPECT_EQ(run(session, definition, {1})[0], i % 10 == 9 ? 3 : 2);
    }
    if (i % 5 == 0) {
      EXPECT_EQ(client_.define(unary("nope"), kPlenty).index(), 1u);
    }
  }
  EXPECT_TRUE(soon([&] { return children(process_.pid()) == 0; })) << "zombies";
  EXPECT_TRUE(soon([&] { return open_files(process_.pid()) == files; })) << "descriptors in leap-reference";
  EXPECT_EQ(open_files(::getpid()), ours) << "descriptors in the client";
}

TEST_F(SessionTest, MoreDefinitionsAtOnceThanItServesAreInfra) {
  std::vector<Session> sessions;
  const auto definition = unary("x");
  for (int i = 0; i < 64; ++i) sessions.push_back(define(definition));
  const auto result = client_.define(definition, kPlenty);
  ASSERT_EQ(result.index(), 1u);
  EXPECT_FALSE(std::get<ReferenceError>(result).definition_fault);
  sessions.clear();
  ASSERT_TRUE(soon([&] { return children(process_.pid()) == 0; }));
  EXPECT_EQ(client_.define(definition, kPlenty).index(), 0u);
}

TEST_F(SessionTest, WhenTheParentDiesItIsInfraAndNoChildIsLeft) {
  const auto definition = unary("x");
  Session session = define(definition);
  process_.kill();
  process_.wait();
  const Tensors tensors(definition, {{"n", 1}}, {{1}});
  std::optional<ReferenceError> error;
  ASSERT_TRUE(soon([&] {
    error = session.run({{"n", 1}}, tensors.places(), Compute::float64, kPlenty);
    return error.has_value();
  }));
  EXPECT_FALSE(error->definition_fault) << error->message;
  const auto next = client_.define(definition, kPlenty);
  ASSERT_EQ(next.index(), 1u);
  EXPECT_FALSE(std::get<ReferenceError>(next).definition_fault);
}

TEST(ReferenceProcessTest, LeavesWhenItsClientDoes) {
  ReferenceProcess process;
  {
    Client client(process.take_control());
    const auto definition = make_definition({{"x", {"n"}}}, {{"y", {"n"}}}, "def run(x):\n    return x\n");
    const auto session = client.define(definition, kPlenty);
    EXPECT_EQ(session.index(), 0u);
  }
  EXPECT_EQ(process.wait(), 0);
}

TEST(ReferenceProcessTest, RefusesToServeWithThreads) {
  ReferenceProcess process({"OMP_NUM_THREADS=1"});
  Client client(process.take_control());
  const auto result =
      client.define(make_definition({{"x", {"n"}}}, {{"y", {"n"}}}, "def run(x):\n    return x\n"), kPlenty);
  ASSERT_EQ(result.index(), 1u);
  EXPECT_FALSE(std::get<ReferenceError>(result).definition_fault);
  EXPECT_NE(std::get<ReferenceError>(result).message.find("OPENBLAS_NUM_THREADS=1"), std::string::npos);
}

TEST(ReferenceProcessTest, HasOneThread) {
  ReferenceProcess process;
  Client client(process.take_control());
  ASSERT_EQ(
      client.define(make_definition({{"x", {"n"}}}, {{"y", {"n"}}}, "def run(x):\n    return x\n"), kPlenty).index(),
      0u);
  const std::filesystem::path tasks = "/proc/" + std::to_string(process.pid()) + "/task";
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(tasks), std::filesystem::directory_iterator()), 1);
}

}  // namespace
}  // namespace leap::reference
