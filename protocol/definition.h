// What is to be computed: axes, tensors, reference. The words are those of the FlashInfer-Trace schema.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/dtype.h"
#include "protocol/expression.h"

namespace leap::protocol {

// `constant` has a value in the definition; `variable` gets one from each workload and is passed to the kernel;
// `derived` is an expression over other axes (an output height, say): neither stored nor passed.
struct Axis {
  enum class Kind { constant, variable, derived };
  std::string name;
  Kind kind = Kind::variable;
  std::int64_t value = 0;                // constant only
  std::optional<Expression> expression;  // derived only
  std::string description;
};

// A dense row-major tensor; an empty shape is a scalar, passed by pointer like any other.
struct TensorSpec {
  std::string name;
  std::vector<std::string> shape;  // axis names, outermost first
  Dtype dtype = Dtype::float32;
  std::string description;
};

// How far an output may be from the float64 reference. `accumulations` is the number of terms summed into one
// output element (1 for elementwise work); the bound grows with its square root. See sandbox/judge/tolerance.h.
struct ToleranceSpec {
  std::optional<Expression> accumulations;
};

struct Definition {
  std::string name;  // [a-z][a-z0-9_]{0,63}
  std::string description;
  std::vector<std::string> tags;
  std::vector<Axis> axes;          // in document order, which is the order of the kernel's int64_t arguments
  std::vector<TensorSpec> inputs;  // in document order, which is the order of the kernel's pointers
  std::vector<TensorSpec> outputs;
  std::vector<Expression> constraints;  // each must be non-zero for every workload
  std::string reference;                // TorchScript with a function `run(inputs...) -> output | tuple`
  ToleranceSpec tolerance;

  const Axis* find_axis(std::string_view axis) const;
};

// Reads `definition.json`. Throws SchemaError: unknown or missing field, unknown axis, cycle among derived axes,
// duplicate name, name that is a C++ keyword, unknown dtype, over a limit (see protocol/limits.h).
Definition parse_definition(std::string_view json_text);

// The definition's canonical JSON: equal definitions give equal bytes (used for hashing and for the reference).
std::string to_json_text(const Definition& definition);

// All axes' values for one workload's variable axes. Throws SchemaError (path `$.axes.NAME`) when a variable axis
// is missing or unknown, a value is below 1 or above limits::kMaxAxis, or a constraint does not hold.
AxisValues resolve_axes(const Definition& definition, const AxisValues& variable_axes);

// Extents of one tensor, outermost first; empty for a scalar. `axes` comes from resolve_axes().
std::vector<std::int64_t> shape_of(const TensorSpec& tensor, const AxisValues& axes);

// Product of the extents; throws SchemaError when it passes limits::kMaxElements.
std::int64_t element_count(const TensorSpec& tensor, const AxisValues& axes);

}  // namespace leap::protocol
