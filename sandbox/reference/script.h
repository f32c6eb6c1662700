// Inside leap-reference: the pieces of libtorch that its torch files pass to each other. The rest sees evaluator.h.
#pragma once

#include <memory>

#include "protocol/definition.h"

namespace torch::jit {
struct CompilationUnit;
struct Function;
struct Resolver;
}  // namespace torch::jit

namespace leap::reference {

struct Script {
  std::shared_ptr<torch::jit::CompilationUnit> unit;  // owns `run`
  torch::jit::Function* run = nullptr;
};

// Compiles the definition's reference and checks its operators and its signature: as many tensors in and out as the
// definition says. Runs none of it. Throws ScriptFault.
Script compile(const protocol::Definition& definition);

// Throws ScriptFault when a function of the unit, or one it calls, uses an operator that is_allowed_operator() refuses,
// writes to a tensor in place, or names a device other than the CPU.
void check_operators(const torch::jit::CompilationUnit& unit);

// What the names `torch`, `F`, `nn`, `math` and the exceptions mean in a reference.
std::shared_ptr<torch::jit::Resolver> make_resolver();

// The functions of torch.nn.functional that differ from the operator of the same name, written in TorchScript; compiled
// at the first call.
std::shared_ptr<torch::jit::CompilationUnit> functional_unit();

}  // namespace leap::reference
