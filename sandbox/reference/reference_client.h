// The judge's side of leap-reference: definitions in, expected outputs out. Knows no torch.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/definition.h"
#include "sandbox/channel/channel.h"

namespace leap::reference {

// Why there are no expected outputs. `definition_fault` is `bad_definition` (does not compile, forbidden operator,
// wrong shape or dtype, ran away, crashed); otherwise the reference process itself failed: `infra`.
struct ReferenceError {
  bool definition_fault = true;
  std::string message;  // names the line of the reference where it can
};

// Float inputs and outputs are computed in this precision. float32 serves the admission test only.
enum class Compute { float64, float32 };

// Where the tensors of one evaluation lie in one shared memfd, in bytes from its start, each 64-byte aligned.
// Inputs are in their declared dtype. Expected outputs are float64 for floating dtypes, int64 for int32 and int64, one
// byte for bool; dense, row-major.
struct TensorPlaces {
  int memory_fd = -1;
  std::uint64_t memory_bytes = 0;
  std::vector<std::uint64_t> inputs;
  std::vector<std::uint64_t> outputs;
};

std::size_t expected_element_bytes(protocol::Dtype dtype);

// One definition in a forked process of its own, killed on destruction.
class Session {
 public:
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  // Evaluates once. Nothing on success. After an error the session is dead.
  std::optional<ReferenceError> run(const protocol::AxisValues& axes, const TensorPlaces& places, Compute compute,
                                    std::chrono::milliseconds limit);

 private:
  friend class Client;
  struct State;
  explicit Session(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Private memory of one reference, libtorch's own 0.2 GB included; tensors in the shared memory don't count.
inline constexpr std::uint64_t kReferenceMemoryBytes = std::uint64_t{4} << 30;

// The warm parent process, reached over its control socket. Not for use by two threads at once. Its sessions
// are independent of each other and end with it.
class Client {
 public:
  explicit Client(channel::Channel control, std::uint64_t memory_bytes = kReferenceMemoryBytes);

  // Forks a process for the definition and compiles its reference. `limit` is the time to compile; the first call also
  // waits, longer if need be, for leap-reference to have started.
  std::variant<Session, ReferenceError> define(const protocol::Definition& definition, std::chrono::milliseconds limit);

 private:
  std::optional<ReferenceError> await_ready();

  channel::Channel control_;
  std::uint64_t memory_bytes_;
  std::uint64_t last_id_ = 0;
  bool ready_ = false;
};

}  // namespace leap::reference
