// leap-reference started without a jail, and tensors to feed it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/definition.h"
#include "sandbox/channel/fd.h"
#include "sandbox/reference/reference_client.h"

namespace leap::reference {

inline constexpr std::chrono::milliseconds kPlenty{60000};  // for what must succeed, however busy the machine

// A running leap-reference; killed on destruction.
class ReferenceProcess {
 public:
  explicit ReferenceProcess(std::vector<std::string> environment = {"OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1"});
  ~ReferenceProcess();
  ReferenceProcess(const ReferenceProcess&) = delete;
  ReferenceProcess& operator=(const ReferenceProcess&) = delete;

  channel::Channel take_control() { return std::move(control_); }
  pid_t pid() const { return pid_; }
  void kill();
  int wait();  // status as waitpid() gives it

 private:
  pid_t pid_ = -1;
  channel::Channel control_;
};

using Shape = std::vector<std::string>;  // axis names

struct Tensor {
  std::string name;
  Shape shape;
  protocol::Dtype dtype = protocol::Dtype::float32;
};

// All axes are variable and appear in some shape.
protocol::Definition make_definition(const std::vector<Tensor>& inputs, const std::vector<Tensor>& outputs,
                                     const std::string& reference);

// The shared memory of one evaluation; values travel as double, which holds every value that the tests use.
class Tensors {
 public:
  Tensors(const protocol::Definition& definition, const protocol::AxisValues& axes,
          const std::vector<std::vector<double>>& inputs);

  const TensorPlaces& places() const { return places_; }
  std::vector<double> output(std::size_t index) const;
  std::string input_bytes() const;

 private:
  protocol::Definition definition_;
  protocol::AxisValues axes_;
  Fd memory_;
  TensorPlaces places_;
};

// Signed values with exact float16 and bfloat16 representations: multiples of 1/16 below 8 in magnitude.
std::vector<double> sample(std::size_t count, std::uint64_t seed);

// Defines and runs once; the outputs, or what went wrong.
std::variant<std::vector<std::vector<double>>, ReferenceError> evaluate(Client& client,
                                                                        const protocol::Definition& definition,
                                                                        const protocol::AxisValues& axes,
                                                                        const std::vector<std::vector<double>>& inputs,
                                                                        Compute compute = Compute::float64,
                                                                        std::chrono::milliseconds limit = kPlenty);

}  // namespace leap::reference
