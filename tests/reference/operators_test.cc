// The list of operators against libtorch's own register of them.
#include "sandbox/reference/operators.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <gtest/gtest.h>
#include <torch/csrc/jit/runtime/operator.h>

#include <string>
#include <vector>

namespace leap::reference {
namespace {

std::vector<std::string> allowed_aten() {
  std::vector<std::string> names;
  for_each_allowed_operator(
      [](std::string_view name, void* context) {
        if (name.starts_with("aten::")) static_cast<std::vector<std::string>*>(context)->emplace_back(name);
      },
      &names);
  return names;
}

TEST(OperatorsTest, EveryListedOperatorExists) {
  const std::vector<std::string> names = allowed_aten();
  EXPECT_GT(names.size(), 400u);
  for (const std::string& name : names)
    EXPECT_FALSE(torch::jit::getAllOperatorsFor(c10::Symbol::fromQualString(name)).empty()) << name;
}

TEST(OperatorsTest, NoListedOperatorIsRandom) {
  for (const std::string& name : allowed_aten())
    for (const auto& op : torch::jit::getAllOperatorsFor(c10::Symbol::fromQualString(name))) {
      const auto handle = c10::Dispatcher::singleton().findSchema({name, op->schema().overload_name()});
      EXPECT_FALSE(handle && handle->hasTag(at::Tag::nondeterministic_seeded)) << op->schema();
      for (const c10::Argument& argument : op->schema().arguments())
        EXPECT_FALSE(argument.name() == "generator") << op->schema();
    }
}

TEST(OperatorsTest, EveryFileAndRandomOperatorIsRefused) {
  for (const auto& op : torch::jit::getAllOperators()) {
    const std::string& name = op->schema().name();
    for (const c10::Argument& argument : op->schema().arguments())
      if (argument.name() == "filename" || argument.name() == "generator") {
        EXPECT_FALSE(is_allowed_operator(name)) << op->schema();
      }
  }
}

TEST(OperatorsTest, OnlyWholeQualifiedNamesMatch) {
  EXPECT_TRUE(is_allowed_operator("aten::softmax"));
  EXPECT_TRUE(is_allowed_operator("prim::If"));
  for (const std::string_view name :
       {"softmax", "aten::", "aten::soft", "aten::softmax ", "prim::softmax", "aten::If", "quantized::add",
        "c10d::allreduce_", "aten::relu_", "prim::Print", "prim::CallMethod", "prim::fork", "aten::wait",
        "prim::PythonOp", "prim::CreateObject", ""})
    EXPECT_FALSE(is_allowed_operator(name)) << name;
}

TEST(OperatorsTest, ARefusalSaysWhy) {
  EXPECT_EQ(refusal_reason("aten::from_file"), "it reads or writes files");
  EXPECT_NE(refusal_reason("aten::something").find("list of operators"), std::string_view::npos);
}

}  // namespace
}  // namespace leap::reference
