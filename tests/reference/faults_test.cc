// References that are wrong, forbidden or hostile: each is the definition's fault, says why, and hurts nobody else.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdio>
#include <ostream>
#include <string>

#include "tests/reference/reference_process.h"

namespace leap::reference {
namespace {

using protocol::Dtype;

struct FaultCase {
  std::string name;
  std::string reference;
  std::vector<std::string> says;  // each must be in the message
};

void PrintTo(const FaultCase& fault, std::ostream* out) { *out << fault.name; }

std::string nested(std::size_t depth) {
  return "def run(x):\n    return " + std::string(depth, '(') + "x" + std::string(depth, ')') + "\n";
}

std::string body(const std::string& statements) { return "def run(x):\n" + statements; }

const std::vector<FaultCase>& faults() {
  static const std::vector<FaultCase> all{
      // forbidden operators
      {"from_file",
       body("    return x + torch.from_file('/etc/passwd', False, 4, dtype=torch.float32)\n"),
       {"line 2", "aten::from_file", "files"}},
      {"save",
       body("    torch.save(x, '/tmp/leap_reference_wrote_this')\n    return x\n"),
       {"line 2", "aten::save", "files"}},
      {"print", body("    y = x + 1\n    print(y)\n    return y\n"), {"line 3", "print is not allowed"}},
      {"rand_like", body("    return x + torch.rand_like(x)\n"), {"line 2", "aten::rand_like", "same answer"}},
      {"dropout", body("    return F.dropout(x, 0.5, True)\n"), {"line 2", "aten::dropout", "same answer"}},
      {"empty", body("    return torch.empty_like(x)\n"), {"line 2", "aten::empty_like", "uninitialised"}},
      {"hidden_in_a_helper",
       "def noise(x):\n    return torch.randn([3])\n\ndef run(x):\n    return x + noise(x)\n",
       {"line 2", "aten::randn"}},
      {"hidden_in_an_unused_function",
       "def f(x):\n    return torch.randn([3])\n\ndef run(x):\n    return x\n",
       {"line 2", "aten::randn"}},
      {"hidden_in_a_branch",
       body("    if x.size(0) > 100:\n        x = torch.bernoulli(x)\n    return x\n"),
       {"line 3", "aten::bernoulli"}},
      {"hidden_in_a_loop",
       body("    for i in range(x.size(0)):\n        while i < 0:\n            print(i)\n    return x\n"),
       {"line 4", "print"}},
      {"as_strided", body("    return x.as_strided([3], [1000000])\n"), {"line 2", "aten::as_strided"}},
      {"cuda", body("    return x.cuda()\n"), {"line 2", "aten::cuda"}},
      {"device_word", body("    return torch.zeros([3], device='meta') + x\n"), {"line 2", "device meta"}},
      {"other_namespace", body("    return torch.ops.aten.relu(x)\n"), {"line 2"}},
      {"fork", body("    return torch.jit.fork(x)\n"), {"line 2"}},
      // in place
      {"zero_", body("    x.zero_()\n    return x\n"), {"line 2", "aten::zero_", "in place"}},
      {"add_", body("    y = x.clone()\n    y += 1\n    return y\n"), {"line 3", "aten::add_", "in place"}},
      {"index_assignment", body("    x[0] = 1\n    return x\n"), {"line 2", "in place"}},
      {"mask_assignment", body("    x[x > 0] = 1.0\n    return x\n"), {"line 2", "in place"}},
      {"out_argument",
       body("    y = torch.zeros_like(x)\n    torch.add(x, x, out=y)\n    return y\n"),
       {"line 3", "aten::add", "in place"}},
      // run away
      {"endless_loop", body("    while True:\n        x = x + 1\n    return x\n"), {"ran longer than 500 ms"}},
      {"recursion", body("    return run(x)\n"), {"line 2", "recursive"}},
      {"deep_nesting", nested(30000), {"crashed (signal 11)"}},
      {"large_allocation", body("    return torch.zeros([1000000000000]) + x.sum()\n"), {"more memory"}},
      {"growing", body("    for i in range(40):\n        x = torch.cat([x, x])\n    return x\n"), {"more memory"}},
      {"growing_list",
       body("    rows: List[Tensor] = []\n    while len(rows) >= 0:\n        rows.append(torch.zeros([100000]))\n    "
            "return rows[0]\n"),
       {"more memory"}},
      // raised
      {"raise",
       body("    if x.size(0) == 3:\n        raise RuntimeError('three')\n    return x\n"),
       {"line 3", "RuntimeError", "three"}},
      {"assert", body("    assert x.size(0) == 4, 'not four'\n    return x\n"), {"line 2", "not four"}},
      {"mismatch", body("    return x + torch.zeros([7])\n"), {"line 2", "size of tensor"}},
      {"index_out_of_range", body("    return x[torch.tensor([9, 9, 9])]\n"), {"line 2", "out of bounds"}},
      // not what the definition says
      {"tuple", body("    return x, x\n"), {"run returns 2 values, the definition has 1 output"}},
      {"scalar", body("    return x.size(0)\n"), {"run returns int"}},
      {"nothing", body("    y = x\n"), {"run returns NoneType"}},
      {"wrong_shape", body("    return torch.stack([x, x])\n"), {"output y has shape [2, 3], the definition says [3]"}},
      {"broadcastable_shape", body("    return x.sum()\n"), {"output y has shape [], the definition says [3]"}},
      {"wrong_kind",
       body("    return torch.argsort(x)\n"),
       {"output y is Long (integer), the definition says float32 (float)"}},
      {"complex", body("    return torch.fft.fft(x)\n"), {"output y is ComplexDouble (complex)"}},
      {"too_few_arguments",
       "def run():\n    return torch.zeros([3])\n",
       {"run takes 0 arguments, the definition has 1 input"}},
      {"too_many_arguments", "def run(x, y):\n    return x\n", {"run takes 2 arguments, the definition has 1 input"}},
      {"scalar_argument", "def run(x: float):\n    return torch.zeros([3])\n", {"`x`", "float", "Tensor"}},
      {"no_run", "# def run(x)\ndef other(x):\n    return x\n", {"no function `run`"}},
      // not TorchScript
      {"syntax_error", body("    y = (x +\n    return y\n"), {"line 3"}},
      {"unknown_name", body("    y = x\n    return y + nope\n"), {"line 3", "nope"}},
      {"unknown_operator", body("    return torch.frobnicate(x)\n"), {"line 2", "frobnicate"}},
      {"unknown_operator_below_imports",
       "import torch\nimport math\n\n" + body("    return torch.frobnicate(x)\n"),
       {"line 5", "frobnicate"}},
      {"unknown_method", body("    return x.frobnicate()\n"), {"line 2", "frobnicate"}},
      {"import_os", "import torch\nimport os\n" + body("    return x\n"), {"line 2", "import os"}},
      {"module_level_code", "y = 3\n" + body("    return x\n"), {"line 1"}},
      {"class", "class A:\n    pass\n\n" + body("    return x\n"), {"line 1"}},
      {"evaluated_default",
       "def run(x, y: Tensor = torch.from_file('/etc/passwd', False, 4)):\n    return x\n",
       {"line 1", "`y`", "literal"}},
      {"binary_noise", std::string("\x01\x02\x7f def \xc3\xa9 (((\n") + body("    return x\n"), {"line 1"}},
  };
  return all;
}

constexpr std::uint64_t kMemory = std::uint64_t{1} << 30;

protocol::Definition sample_definition(const std::string& reference) {
  return make_definition({{"x", {"n"}}}, {{"y", {"n"}}}, reference);
}

class FaultTest : public testing::TestWithParam<FaultCase> {};

TEST_P(FaultTest, IsTheDefinitionsFaultAndTheNextDefinitionWorks) {
  ReferenceProcess process;
  Client client(process.take_control(), kMemory);
  const bool endless = GetParam().name == "endless_loop";
  const auto result = evaluate(client, sample_definition(GetParam().reference), {{"n", 3}}, {{1, -2, 3}},
                               Compute::float64, endless ? std::chrono::milliseconds(500) : kPlenty);
  ASSERT_EQ(result.index(), 1u) << "it was accepted";
  const ReferenceError& error = std::get<ReferenceError>(result);
  EXPECT_TRUE(error.definition_fault) << error.message;
  for (const std::string& part : GetParam().says)
    EXPECT_NE(error.message.find(part), std::string::npos) << error.message;
  RecordProperty("message", error.message);

  const auto next = evaluate(client, sample_definition("def run(x):\n    return x * 2\n"), {{"n", 3}}, {{1, -2, 3}});
  ASSERT_EQ(next.index(), 0u) << std::get<ReferenceError>(next).message;
  EXPECT_EQ(std::get<0>(next)[0], (std::vector<double>{2, -4, 6}));
}

INSTANTIATE_TEST_SUITE_P(Faults, FaultTest, testing::ValuesIn(faults()),
                         [](const auto& info) { return info.param.name; });

TEST(FaultTest, NothingWasWritten) {
  ReferenceProcess process;
  Client client(process.take_control());
  const char* path = "/tmp/leap_reference_wrote_this";
  std::remove(path);
  // The compiler may drop a call whose result is unused, so a definition that only mentions one can pass.
  for (const std::string& statement :
       {"torch.save(x, '" + std::string(path) + "')", "torch.from_file('" + std::string(path) + "', True, 4)",
        "x = x + torch.from_file('" + std::string(path) + "', True, 3)"})
    evaluate(client, sample_definition("def run(x):\n    " + statement + "\n    return x\n"), {{"n", 3}}, {{1, 2, 3}});
  struct stat file {};
  EXPECT_NE(::stat(path, &file), 0) << "the reference wrote a file";
}

TEST(FaultTest, AnInt32OutputOutsideItsRangeIsAFault) {
  ReferenceProcess process;
  Client client(process.take_control());
  const auto definition = make_definition({{"x", {"n"}, Dtype::int32}}, {{"y", {"n"}, Dtype::int32}},
                                          "def run(x):\n    return x.to(torch.int64) * 100000\n");
  const auto result = evaluate(client, definition, {{"n", 2}}, {{1, 100000}});
  ASSERT_EQ(result.index(), 1u);
  EXPECT_EQ(std::get<ReferenceError>(result).message, "output y holds 10000000000, which is outside int32");
}

TEST(FaultTest, AMalformedDefinitionIsAFault) {
  ReferenceProcess process;
  Client client(process.take_control());
  auto definition = sample_definition("def run(x):\n    return x\n");
  definition.inputs[0].shape = {"missing"};
  const auto session = client.define(definition, kPlenty);
  ASSERT_EQ(session.index(), 1u);
  EXPECT_TRUE(std::get<ReferenceError>(session).definition_fault);
  EXPECT_NE(std::get<ReferenceError>(session).message.find("missing"), std::string::npos);
}

}  // namespace
}  // namespace leap::reference
