#include "sandbox/reference/evaluator.h"

#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/function.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/max.h>
#include <ATen/ops/min.h>
#include <ATen/ops/ne.h>
#include <c10/util/Exception.h>
#include <c10/util/Flags.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/version.h>

#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "sandbox/reference/script.h"
#include "sandbox/reference/script_fault.h"
#include "sandbox/reference/script_text.h"

C10_DECLARE_int(pthreadpool_size);

namespace leap::reference {
namespace {

using protocol::Dtype;
using protocol::TensorSpec;

// Keeps libtorch's warnings off stderr: inside a jail nobody reads them.
class Quiet : public c10::WarningHandler {
 public:
  void process(const c10::SourceLocation&, const std::string&, bool) override {}
};

at::ScalarType scalar_type(Dtype dtype) {
  switch (dtype) {
    case Dtype::float32:
      return at::kFloat;
    case Dtype::float64:
      return at::kDouble;
    case Dtype::float16:
      return at::kHalf;
    case Dtype::bfloat16:
      return at::kBFloat16;
    case Dtype::int32:
      return at::kInt;
    case Dtype::int64:
      return at::kLong;
    case Dtype::boolean:
      return at::kByte;
  }
  throw ScriptFault("unknown dtype");
}

at::ScalarType expected_type(Dtype dtype) {
  if (protocol::is_floating(dtype)) return at::kDouble;
  return dtype == Dtype::boolean ? at::kByte : at::kLong;
}

std::string kind_of(at::ScalarType type) {
  if (type == at::kBool) return "bool";
  if (at::isFloatingType(type)) return "float";
  return at::isIntegralType(type, /*includeBool=*/false) ? "integer" : "complex";
}

std::string kind_of(Dtype dtype) {
  if (protocol::is_floating(dtype)) return "float";
  return dtype == Dtype::boolean ? "bool" : "integer";
}

std::string shape_text(c10::IntArrayRef shape) {
  std::string text = "[";
  for (const std::int64_t extent : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
  return text + "]";
}

// The tensor's place in the shared memory, seen as `type`.
at::Tensor view(std::span<std::byte> memory, std::uint64_t place, const TensorSpec& tensor,
                const protocol::AxisValues& axes, at::ScalarType type) {
  const auto bytes = static_cast<std::uint64_t>(protocol::element_count(tensor, axes)) * c10::elementSize(type);
  if (place > memory.size() || bytes > memory.size() - place || place % 64 != 0)
    throw ScriptFault("the place of " + tensor.name + " lies outside the shared memory");
  return at::from_blob(memory.data() + place, protocol::shape_of(tensor, axes), at::TensorOptions().dtype(type));
}

// A private copy in the type that the reference computes in, so that nothing the script does reaches the judge's
// inputs.
at::Tensor load(const at::Tensor& stored, Dtype dtype, Compute compute) {
  if (dtype == Dtype::boolean) return at::ne(stored, 0);
  if (!protocol::is_floating(dtype)) return stored.clone();
  return stored.to(compute == Compute::float64 ? at::kDouble : at::kFloat, /*non_blocking=*/false, /*copy=*/true);
}

void check_output(const TensorSpec& output, const at::Tensor& value, c10::IntArrayRef shape) {
  const std::string subject = "output " + output.name;
  if (!value.defined() || value.layout() != at::kStrided || !value.device().is_cpu())
    throw ScriptFault(subject + " is not a dense tensor on the CPU");
  if (value.sizes() != shape)
    throw ScriptFault(subject + " has shape " + shape_text(value.sizes()) + ", the definition says " +
                      shape_text(shape));
  if (kind_of(value.scalar_type()) != kind_of(output.dtype))
    throw ScriptFault(subject + " is " + c10::toString(value.scalar_type()) + " (" + kind_of(value.scalar_type()) +
                      "), the definition says " + std::string(protocol::name(output.dtype)) + " (" +
                      kind_of(output.dtype) + ")");
  if (output.dtype == Dtype::int32 && value.numel() > 0) {
    for (const auto extreme : {at::min(value).item<std::int64_t>(), at::max(value).item<std::int64_t>()})
      if (extreme < std::numeric_limits<std::int32_t>::min() || extreme > std::numeric_limits<std::int32_t>::max())
        throw ScriptFault(subject + " holds " + std::to_string(extreme) + ", which is outside int32");
  }
}

std::vector<at::Tensor> tensors_of(const c10::IValue& result) {
  if (result.isTensor()) return {result.toTensor()};
  std::vector<at::Tensor> tensors;
  for (const c10::IValue& element : result.toTupleRef().elements()) tensors.push_back(element.toTensor());
  return tensors;
}

// at::set_num_threads(1) would be plain, but it makes a thread pool, which reads /proc/cpuinfo; a jail has none.
// Without the flag a float32 convolution would make that pool in a child, with a thread for each processor.
void keep_to_one_thread() {
  FLAGS_pthreadpool_size = 1;
  at::set_num_interop_threads(1);
  if (at::get_num_threads() != 1 || at::get_num_interop_threads() != 1)
    throw std::runtime_error("libtorch does not keep to one thread");
}

// For want of /proc/cpuinfo libtorch falls back to its slowest kernels, unless it is told. Never AVX-512: the same
// reference then sums in the same order on all of today's machines.
void use_wide_vectors() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) ::setenv("ATEN_CPU_CAPABILITY", "avx2", 1);
#endif
}

bool is_out_of_memory(std::string_view message) {
  return message.find("DefaultCPUAllocator") != std::string_view::npos ||
         message.find("not enough memory") != std::string_view::npos;
}

std::vector<at::Tensor> call(const Script& script, std::vector<c10::IValue> arguments) {
  try {
    return tensors_of((*script.run)(std::move(arguments)));
  } catch (const std::bad_alloc&) {
    throw ScriptFault("the reference needs more memory than it may have");
  } catch (const std::exception& error) {
    if (is_out_of_memory(error.what())) throw ScriptFault("the reference needs more memory than it may have");
    throw ScriptFault(readable_run_error(error.what()));
  }
}

}  // namespace

struct Evaluator::State {
  protocol::Definition definition;
  Script script;
};

Evaluator::Evaluator(protocol::Definition definition) {
  Script script = compile(definition);
  state_ = std::make_unique<State>(State{std::move(definition), std::move(script)});
}
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator::~Evaluator() = default;

void Evaluator::run(const wire::RunRequest& request, std::span<std::byte> memory) const {
  const protocol::Definition& definition = state_->definition;
  if (request.inputs.size() != definition.inputs.size() || request.outputs.size() != definition.outputs.size())
    throw ScriptFault("the request has places for other tensors than the definition's");
  const c10::InferenceMode inference;
  // Tensors that the script makes without a dtype must not be less precise than its inputs.
  c10::set_default_dtype(c10::scalarTypeToTypeMeta(request.compute == Compute::float64 ? at::kDouble : at::kFloat));
  std::vector<c10::IValue> arguments;
  for (std::size_t i = 0; i < definition.inputs.size(); ++i) {
    const TensorSpec& input = definition.inputs[i];
    const at::Tensor stored = view(memory, request.inputs[i], input, request.axes, scalar_type(input.dtype));
    arguments.emplace_back(load(stored, input.dtype, request.compute));
  }
  const std::vector<at::Tensor> results = call(state_->script, std::move(arguments));
  for (std::size_t i = 0; i < definition.outputs.size(); ++i) {
    const TensorSpec& output = definition.outputs[i];
    const at::Tensor place = view(memory, request.outputs[i], output, request.axes, expected_type(output.dtype));
    check_output(output, results.at(i), place.sizes());
    place.copy_(results[i]);
  }
}

void warm_up() {
  use_wide_vectors();
  keep_to_one_thread();
  static Quiet quiet;
#if TORCH_VERSION_MAJOR >= 2
  c10::WarningUtils::set_warning_handler(&quiet);
#else
  c10::Warning::set_warning_handler(&quiet);
#endif
  // References run once or a few times: profiling runs first and specialising afterwards would only cost.
  torch::jit::getProfilingMode() = false;
  check_operators(*functional_unit());
  protocol::Definition definition;
  definition.axes = {{"n", protocol::Axis::Kind::constant, 4, {}, ""}};
  definition.inputs = {{"x", {"n", "n"}, Dtype::float32, ""}};
  definition.outputs = {{"y", {"n", "n"}, Dtype::float32, ""}};
  definition.reference =
      "def run(x):\n"
      "    y = F.scaled_dot_product_attention(x, x, x, is_causal=True)\n"
      "    for i in range(2):\n"
      "        y = torch.relu(y) + x.sum(-1, keepdim=True)\n"
      "    return torch.where(y > 0, y, x.to(torch.float32))\n";
  const Evaluator evaluator(definition);
  alignas(64) std::byte memory[256] = {};
  wire::RunRequest request;
  request.axes = {{"n", 4}};
  request.inputs = {0};
  request.outputs = {128};
  evaluator.run(request, memory);
}

}  // namespace leap::reference
