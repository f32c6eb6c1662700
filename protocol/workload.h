// Values for a definition's variable axes, and how its inputs are drawn.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/definition.h"

namespace leap::protocol {

// How the elements of one input are drawn. Everything is integer or exactly rounded arithmetic on a counter-based
// generator, so the same key gives the same bits on every machine.
struct InputSpec {
  enum class Kind {
    mixed,     // default for floats: signed bell-shaped values whose magnitudes spread over `2^-4 .. 2^3`, times a
               // scale drawn per call in [0.5, 2)
    uniform,   // [low, high) for floats
    integers,  // default for integers: low <= value < high, both expressions over axes; -1000..1000 when left out
    boolean,   // default for bool: 1 with probability 1/2
    positive   // |mixed| + 2^-6: for divisors, variances and scales
  };
  Kind kind = Kind::mixed;
  double low = 0;
  double high = 1;
  std::string low_expression;   // integers only
  std::string high_expression;  // integers only
};

struct Workload {
  // [a-z0-9_.-]{1,64}, unique in its file
  std::string name;
  // variable axes only
  AxisValues axes;
  // by input name; what is absent is drawn by its default
  std::map<std::string, InputSpec, std::less<>> inputs;
};

// Reads `workloads.jsonl`: one JSON object a line. Throws SchemaError with the path `line N: $...`. Each workload is
// resolved against the definition, so a workload that comes back can be run.
std::vector<Workload> parse_workloads(std::string_view jsonl, const Definition& definition);

std::string to_json_text(const Workload& workload);

// The draw of one input in one workload, defaults filled in by dtype.
InputSpec input_spec(const Workload& workload, const TensorSpec& input);

}  // namespace leap::protocol
