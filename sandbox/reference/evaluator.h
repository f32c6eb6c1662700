// One definition's reference, compiled and ready to be evaluated. The plain face of everything that is libtorch.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "protocol/definition.h"
#include "sandbox/reference/reference_client.h"
#include "sandbox/reference/wire.h"

namespace leap::reference {

class Evaluator {
 public:
  // Throws ScriptFault.
  explicit Evaluator(protocol::Definition definition);
  Evaluator(Evaluator&&) noexcept;
  ~Evaluator();

  // Reads the inputs from `memory`, runs the reference, writes the expected outputs into it. Throws ScriptFault, also
  // when a place lies outside `memory`.
  void run(const wire::RunRequest& request, std::span<std::byte> memory) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Makes libtorch single-threaded and quiet, and runs every part of it once, so that forked children start warm.
// Throws std::runtime_error when libtorch has threads all the same: a fork would hang.
void warm_up();

}  // namespace leap::reference
