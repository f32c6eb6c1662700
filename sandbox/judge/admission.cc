#include "sandbox/judge/admission.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <optional>

#include "sandbox/judge/arena.h"
#include "sandbox/judge/compare.h"
#include "sandbox/judge/convert.h"

namespace leap::judge {

namespace {

using protocol::Dtype;
using Bytes = std::vector<std::byte>;

template <typename T>
void store(Bytes& bytes, std::size_t index, T value) {
  std::memcpy(bytes.data() + index * sizeof(T), &value, sizeof(T));
}

template <typename T>
T load(std::span<const std::byte> bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

void store_number(Bytes& bytes, Dtype dtype, std::size_t index, double value) {
  switch (dtype) {
    case Dtype::float32:
      return store(bytes, index, static_cast<float>(value));
    case Dtype::float64:
      return store(bytes, index, value);
    case Dtype::float16:
      return store(bytes, index, to_half(value));
    case Dtype::bfloat16:
      return store(bytes, index, to_bfloat16(value));
    case Dtype::int32:
      return store(bytes, index, static_cast<std::int32_t>(value));
    case Dtype::int64:
      return store(bytes, index, static_cast<std::int64_t>(value));
    case Dtype::boolean:
      return store(bytes, index, static_cast<std::uint8_t>(value != 0));
  }
}

// An expected output, rounded to the dtype that a kernel writes.
Bytes honest_output(Dtype dtype, std::span<const std::byte> expected, std::size_t count) {
  Bytes bytes(count * protocol::size_bytes(dtype));
  for (std::size_t i = 0; i < count; ++i) {
    if (protocol::is_floating(dtype)) {
      store_number(bytes, dtype, i, load<double>(expected, i));
    } else if (dtype == Dtype::boolean) {
      store(bytes, i, load<std::uint8_t>(expected, i));
    } else if (dtype == Dtype::int32) {
      store(bytes, i, static_cast<std::int32_t>(load<std::int64_t>(expected, i)));
    } else {
      store(bytes, i, load<std::int64_t>(expected, i));
    }
  }
  return bytes;
}

// The value that a constant kernel would do best with: the mean of numbers, the commonest of everything else. It is
// taken from another draw than the one it is tried on, as a kernel would have to.
double best_constant(Dtype dtype, std::span<const std::byte> expected, std::size_t count) {
  if (protocol::is_floating(dtype)) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += load<double>(expected, i);
    return sum / static_cast<double>(count);
  }
  std::map<std::int64_t, std::size_t> seen;
  for (std::size_t i = 0; i < count; ++i) {
    ++seen[dtype == Dtype::boolean ? load<std::uint8_t>(expected, i) : load<std::int64_t>(expected, i)];
  }
  const auto commonest =
      std::max_element(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return static_cast<double>(commonest->first);
}

class Admission {
 public:
  Admission(Bank& bank, const Key& key) : bank_(bank), key_(key) {}

  AdmissionReport run(int sets_per_workload) {
    report_.memory_bytes = estimate_memory(bank_, sets_per_workload);
    add("memory", report_.memory_bytes <= kMaxTaskBytes,
        std::to_string((report_.memory_bytes + (1u << 20) - 1) >> 20) + " MiB of at most " +
            std::to_string(kMaxTaskBytes >> 20));
    if (report_.memory_bytes > kMaxTaskBytes || !draw()) return finish();
    check_must_pass();
    check_must_fail();
    check_precision();
    return finish();
  }

 private:
  // What a kernel under test leaves in output `i` of workload `w`.
  using Outputs = std::function<Bytes(std::size_t w, std::size_t i)>;

  void add(std::string name, bool passed, std::string detail = "") {
    report_.checks.push_back({std::move(name), passed, std::move(detail)});
  }

  AdmissionReport finish() {
    report_.admitted = report_.error.empty() && std::all_of(report_.checks.begin(), report_.checks.end(),
                                                            [](const AdmissionCheck& check) { return check.passed; });
    return std::move(report_);
  }

  bool draw() {
    for (std::size_t w = 0; w < bank_.workloads().size(); ++w) {
      if (const auto error = bank_.ensure(w, 2)) return fail(*error);
    }
    return true;
  }

  bool fail(const reference::ReferenceError& error) {
    report_.error = error.message;
    report_.definition_fault = error.definition_fault;
    return false;
  }

  const protocol::TensorSpec& output(std::size_t i) const { return bank_.definition().outputs[i]; }

  std::size_t count(std::size_t w, std::size_t i) const {
    return static_cast<std::size_t>(protocol::element_count(output(i), bank_.axes(w)));
  }

  Bytes honest(std::size_t w, std::size_t set, std::size_t i) const {
    return honest_output(output(i).dtype, bank_.set(w, set).expected[i], count(w, i));
  }

  Bytes untouched(std::size_t w, std::size_t i) const {
    Bytes bytes(count(w, i) * protocol::size_bytes(output(i).dtype));
    poison(key_, 0, static_cast<std::uint32_t>(i), output(i).dtype, bytes);
    return bytes;
  }

  // Whether workload `w` accepts these outputs, and how near the bound they are.
  struct Accepted {
    bool right = true;
    double ratio = 0;
  };
  Accepted accepts(std::size_t w, const Outputs& outputs) const {
    Accepted accepted;
    for (std::size_t i = 0; i < bank_.definition().outputs.size(); ++i) {
      const Bounds bounds = bank_.bounds(w, i);
      const auto comparison = compare(bounds, bank_.set(w, 0).expected[i], outputs(w, i), untouched(w, i), 0);
      accepted.right = accepted.right && comparison.right;
      accepted.ratio = std::max({accepted.ratio, comparison.worst_ratio, comparison.rms_ratio});
    }
    return accepted;
  }

  std::string names_where(bool right, const Outputs& outputs) const {
    std::string names;
    for (std::size_t w = 0; w < bank_.workloads().size(); ++w) {
      if (accepts(w, outputs).right == right) names += (names.empty() ? "" : ", ") + bank_.workloads()[w].name;
    }
    return names;
  }

  // A cheap kernel must lose the task: at least one workload must refuse it.
  void must_fail_the_task(std::string name, const Outputs& outputs) {
    const bool refused = !names_where(false, outputs).empty();
    const std::string accepted = names_where(true, outputs);
    add(std::move(name), refused,
        refused ? (accepted.empty() ? "" : "accepted by " + accepted + ", refused by the others")
                : "accepted by every workload");
  }

  void must_fail_everywhere(std::string name, const Outputs& outputs) {
    const std::string accepted = names_where(true, outputs);
    add(std::move(name), accepted.empty(), accepted.empty() ? "" : "accepted by " + accepted);
  }

  void check_must_pass() {
    const Outputs exact = [this](std::size_t w, std::size_t i) { return honest(w, 0, i); };
    const std::string refused = names_where(false, exact);
    add("exact outputs", refused.empty(),
        refused.empty() ? "" : "the reference, rounded to the dtype, is refused by " + refused);

    bool differ = false;
    for (std::size_t w = 0; w < bank_.workloads().size(); ++w) {
      for (std::size_t i = 0; i < bank_.definition().outputs.size(); ++i) {
        differ = differ || honest(w, 0, i) != honest(w, 1, i);
      }
    }
    add("two seeds differ", differ, differ ? "" : "the outputs do not depend on the inputs");
  }

  void check_must_fail() {
    must_fail_the_task("zeros", [this](std::size_t w, std::size_t i) {
      return Bytes(count(w, i) * protocol::size_bytes(output(i).dtype), std::byte{0});
    });
    must_fail_the_task("constant", [this](std::size_t w, std::size_t i) {
      Bytes bytes(count(w, i) * protocol::size_bytes(output(i).dtype));
      const double value = best_constant(output(i).dtype, bank_.set(w, 1).expected[i], count(w, i));
      for (std::size_t e = 0; e < count(w, i); ++e) store_number(bytes, output(i).dtype, e, value);
      return bytes;
    });
    for (std::size_t input = 0; input < bank_.definition().inputs.size(); ++input) {
      must_fail_the_task("copy of input " + bank_.definition().inputs[input].name,
                         [this, input](std::size_t w, std::size_t i) {
                           Bytes bytes = untouched(w, i);
                           const auto source = bank_.set(w, 0).inputs[input];
                           for (std::size_t at = 0; at < bytes.size(); ++at) bytes[at] = source[at % source.size()];
                           return bytes;
                         });
    }
    must_fail_the_task("other seed", [this](std::size_t w, std::size_t i) { return honest(w, 1, i); });
    must_fail_everywhere("untouched output", [this](std::size_t w, std::size_t i) { return untouched(w, i); });
    must_fail_everywhere("one wrong element", [this](std::size_t w, std::size_t i) { return one_wrong_element(w, i); });
    if (std::any_of(bank_.definition().outputs.begin(), bank_.definition().outputs.end(),
                    [](const auto& tensor) { return protocol::is_floating(tensor.dtype); })) {
      must_fail_everywhere("NaN", [this](std::size_t w, std::size_t i) {
        if (!protocol::is_floating(output(i).dtype)) return honest(w, 0, i);
        Bytes bytes(count(w, i) * protocol::size_bytes(output(i).dtype));
        for (std::size_t e = 0; e < count(w, i); ++e) {
          store_number(bytes, output(i).dtype, e, std::numeric_limits<double>::quiet_NaN());
        }
        return bytes;
      });
    }
  }

  // A secretly chosen element, off by a tenth of the output's largest magnitude or by one.
  Bytes one_wrong_element(std::size_t w, std::size_t i) const {
    Bytes bytes = honest(w, 0, i);
    const std::size_t elements = count(w, i);
    const std::size_t victim = Generator(key_, kJudgeStream + 1, w * 64 + i).below(elements);
    const auto expected = bank_.set(w, 0).expected[i];
    const Dtype dtype = output(i).dtype;
    if (dtype == Dtype::boolean) {
      store(bytes, victim, static_cast<std::uint8_t>(load<std::uint8_t>(expected, victim) == 0));
    } else if (dtype == Dtype::int32) {
      store(bytes, victim, static_cast<std::int32_t>(load<std::int64_t>(expected, victim) + 1));
    } else if (dtype == Dtype::int64) {
      store(bytes, victim, load<std::int64_t>(expected, victim) + 1);
    } else {
      double largest = 0;
      for (std::size_t e = 0; e < elements; ++e) largest = std::max(largest, std::abs(load<double>(expected, e)));
      store_number(bytes, dtype, victim, load<double>(expected, victim) + 0.1 * largest);
    }
    return bytes;
  }

  bool has_float32_on_both_sides() const {
    const auto float32 = [](const protocol::TensorSpec& tensor) { return tensor.dtype == Dtype::float32; };
    const auto& definition = bank_.definition();
    return std::any_of(definition.inputs.begin(), definition.inputs.end(), float32) &&
           std::any_of(definition.outputs.begin(), definition.outputs.end(), float32);
  }

  // The same draw as set 0, evaluated otherwise: all workloads' outputs as a kernel would leave them.
  std::optional<std::vector<std::vector<Bytes>>> evaluate(reference::Compute compute, void (*round)(std::span<float>)) {
    std::vector<std::vector<Bytes>> all;
    for (std::size_t w = 0; w < bank_.workloads().size(); ++w) {
      auto evaluated = bank_.evaluate(w, bank_.set(w, 0).draw_number, compute, [&](DrawnSet& set) {
        for (std::size_t i = 0; round != nullptr && i < set.inputs.size(); ++i) {
          if (bank_.definition().inputs[i].dtype != Dtype::float32) continue;
          round({reinterpret_cast<float*>(set.inputs[i].data()), set.inputs[i].size() / sizeof(float)});
        }
      });
      if (evaluated.error) {
        fail(*evaluated.error);
        return std::nullopt;
      }
      std::vector<Bytes> outputs;
      for (std::size_t i = 0; i < bank_.definition().outputs.size(); ++i) {
        outputs.push_back(honest_output(output(i).dtype, evaluated.set.expected[i], count(w, i)));
      }
      all.push_back(std::move(outputs));
    }
    return all;
  }

  // An honest kernel that computes in float32 must have room; one that rounds its inputs to fewer bits must have none.
  void check_precision() {
    const auto single = evaluate(reference::Compute::float32, nullptr);
    if (!single) return;
    const Outputs outputs = [&](std::size_t w, std::size_t i) { return (*single)[w][i]; };
    if (std::any_of(bank_.definition().outputs.begin(), bank_.definition().outputs.end(),
                    [](const auto& tensor) { return tensor.dtype == Dtype::float64; })) {
      return must_fail_the_task("float32 arithmetic", outputs);  // here it is the lower precision
    }
    const std::string refused = names_where(false, outputs);
    double nearest = 0;
    for (std::size_t w = 0; w < bank_.workloads().size(); ++w) nearest = std::max(nearest, accepts(w, outputs).ratio);
    add("float32 kernel", refused.empty(),
        (refused.empty() ? "" : "refused by " + refused + "; ") + std::string("error at most ") +
            std::to_string(nearest) + " of the bound");
    if (!has_float32_on_both_sides()) return;
    const std::pair<const char*, void (*)(std::span<float>)> downgrades[] = {{"TF32 inputs", round_to_tf32},
                                                                             {"bfloat16 inputs", round_to_bfloat16}};
    for (const auto& [name, round] : downgrades) {
      const auto rounded = evaluate(reference::Compute::float64, round);
      if (!rounded) return;
      must_fail_the_task(name, [&](std::size_t w, std::size_t i) { return (*rounded)[w][i]; });
    }
  }

  Bank& bank_;
  Key key_;
  AdmissionReport report_;
};

}  // namespace

std::uint64_t estimate_memory(const Bank& bank, int sets_per_workload) {
  const ArenaLayout layout = make_layout(bank.definition(), bank.all_axes());
  std::uint64_t bytes = 2 * (layout.input_bytes + layout.output_bytes);
  for (std::size_t w = 0; w < bank.workloads().size(); ++w) {
    bytes += bank.set_bytes(w) * static_cast<std::uint64_t>(sets_per_workload);
  }
  return bytes;
}

AdmissionReport admit(Bank& bank, const Key& key, int sets_per_workload) {
  return Admission(bank, key).run(sets_per_workload);
}

}  // namespace leap::judge
