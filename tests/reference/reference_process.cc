#include "tests/reference/reference_process.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "sandbox/channel/memory.h"

namespace leap::reference {
namespace {

using protocol::Dtype;

template <typename T>
void put(std::byte* place, double value) {
  const T typed = static_cast<T>(value);
  std::memcpy(place, &typed, sizeof typed);
}

// Exact for the values of sample(): truncation of the float32 pattern, and the binary16 pattern of a normal number.
std::uint16_t bfloat16_bits(double value) {
  return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16);
}

std::uint16_t float16_bits(double value) {
  if (value == 0) return 0;
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &exponent);  // in [0.5, 1)
  const int mantissa = static_cast<int>((fraction * 2 - 1) * 1024);
  return static_cast<std::uint16_t>((value < 0 ? 0x8000 : 0) | ((exponent - 1 + 15) << 10) | mantissa);
}

void store(std::byte* place, Dtype dtype, double value) {
  switch (dtype) {
    case Dtype::float32:
      return put<float>(place, value);
    case Dtype::float64:
      return put<double>(place, value);
    case Dtype::int32:
      return put<std::int32_t>(place, value);
    case Dtype::int64:
      return put<std::int64_t>(place, value);
    case Dtype::boolean:
      return put<std::uint8_t>(place, value);
    case Dtype::bfloat16:
      return std::memcpy(place, std::data({bfloat16_bits(value)}), 2), void();
    case Dtype::float16:
      return std::memcpy(place, std::data({float16_bits(value)}), 2), void();
  }
}

double load(const std::byte* place, Dtype dtype) {
  if (dtype == Dtype::boolean) return static_cast<double>(*place);
  if (protocol::is_floating(dtype)) {
    double value = 0;
    std::memcpy(&value, place, sizeof value);
    return value;
  }
  std::int64_t value = 0;
  std::memcpy(&value, place, sizeof value);
  return static_cast<double>(value);
}

std::uint64_t aligned(std::uint64_t offset) { return (offset + 63) / 64 * 64; }

}  // namespace

ReferenceProcess::ReferenceProcess(std::vector<std::string> environment) {
  auto [ours, theirs] = channel::Channel::pair();
  const std::string program = std::string(LEAP_BINARY_DIR) + "/leap-reference";
  std::vector<char*> variables;
  for (std::string& variable : environment) variables.push_back(variable.data());
  variables.push_back(nullptr);
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("fork failed");
  if (pid_ == 0) {
    if (theirs.fd() != 3 && ::dup2(theirs.fd(), 3) < 0) ::_exit(126);
    ::close_range(4, ~0u, 0);
    char* arguments[] = {const_cast<char*>("leap-reference"), nullptr};
    ::execve(program.c_str(), arguments, variables.data());
    ::_exit(127);
  }
  control_ = std::move(ours);
}

ReferenceProcess::~ReferenceProcess() {
  if (pid_ <= 0) return;
  kill();
  wait();
}

void ReferenceProcess::kill() { ::kill(pid_, SIGKILL); }

int ReferenceProcess::wait() {
  int status = 0;
  ::waitpid(std::exchange(pid_, -1), &status, 0);
  return status;
}

protocol::Definition make_definition(const std::vector<Tensor>& inputs, const std::vector<Tensor>& outputs,
                                     const std::string& reference) {
  protocol::Definition definition;
  definition.name = "sample";
  definition.reference = reference;
  const auto add = [&](const Tensor& tensor, std::vector<protocol::TensorSpec>& list) {
    list.push_back({tensor.name, tensor.shape, tensor.dtype, ""});
    for (const std::string& axis : tensor.shape) {
      if (definition.find_axis(axis) != nullptr) continue;
      protocol::Axis added;
      added.name = axis;
      definition.axes.push_back(added);
    }
  };
  for (const Tensor& input : inputs) add(input, definition.inputs);
  for (const Tensor& output : outputs) add(output, definition.outputs);
  return definition;
}

Tensors::Tensors(const protocol::Definition& definition, const protocol::AxisValues& axes,
                 const std::vector<std::vector<double>>& inputs)
    : definition_(definition), axes_(axes) {
  for (const auto& input : definition.inputs) {
    places_.inputs.push_back(places_.memory_bytes);
    const auto count = static_cast<std::uint64_t>(protocol::element_count(input, axes));
    places_.memory_bytes = aligned(places_.memory_bytes + count * protocol::size_bytes(input.dtype));
  }
  for (const auto& output : definition.outputs) {
    places_.outputs.push_back(places_.memory_bytes);
    const auto count = static_cast<std::uint64_t>(protocol::element_count(output, axes));
    places_.memory_bytes = aligned(places_.memory_bytes + count * expected_element_bytes(output.dtype));
  }
  memory_ = channel::make_memory("tensors", places_.memory_bytes);
  places_.memory_fd = memory_.get();
  const channel::Mapping mapping(memory_.get(), places_.memory_bytes, channel::Mapping::Access::read_write);
  for (std::size_t i = 0; i < definition.inputs.size(); ++i) {
    const Dtype dtype = definition.inputs[i].dtype;
    if (inputs.at(i).size() != static_cast<std::size_t>(protocol::element_count(definition.inputs[i], axes)))
      throw std::logic_error("input " + definition.inputs[i].name + " has the wrong number of values");
    for (std::size_t j = 0; j < inputs[i].size(); ++j)
      store(mapping.data() + places_.inputs[i] + j * protocol::size_bytes(dtype), dtype, inputs[i][j]);
  }
}

std::vector<double> Tensors::output(std::size_t index) const {
  const channel::Mapping mapping(memory_.get(), places_.memory_bytes, channel::Mapping::Access::read);
  const auto& output = definition_.outputs.at(index);
  std::vector<double> values(static_cast<std::size_t>(protocol::element_count(output, axes_)));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = load(mapping.data() + places_.outputs[index] + i * expected_element_bytes(output.dtype), output.dtype);
  return values;
}

std::string Tensors::input_bytes() const {
  const channel::Mapping mapping(memory_.get(), places_.memory_bytes, channel::Mapping::Access::read);
  return std::string(reinterpret_cast<const char*>(mapping.data()), places_.outputs.at(0));
}

std::vector<double> sample(std::size_t count, std::uint64_t seed) {
  std::vector<double> values(count);
  std::uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
  for (double& value : values) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    value = static_cast<double>(static_cast<int>((state >> 40) % 255) - 127) / 16;
  }
  return values;
}

std::variant<std::vector<std::vector<double>>, ReferenceError> evaluate(
    Client& client, const protocol::Definition& definition, const protocol::AxisValues& axes,
    const std::vector<std::vector<double>>& inputs, Compute compute, std::chrono::milliseconds limit) {
  auto session = client.define(definition, kPlenty);
  if (auto* error = std::get_if<ReferenceError>(&session)) return *error;
  const Tensors tensors(definition, axes, inputs);
  if (const auto error = std::get<Session>(session).run(axes, tensors.places(), compute, limit)) return *error;
  std::vector<std::vector<double>> outputs;
  for (std::size_t i = 0; i < definition.outputs.size(); ++i) outputs.push_back(tensors.output(i));
  return outputs;
}

}  // namespace leap::reference
