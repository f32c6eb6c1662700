#include "protocol/evaluation.h"

#include <array>

namespace leap::protocol {
namespace {

// In the enumeration's order.
constexpr std::array<std::string_view, 10> kVerdicts{"cheat",   "no_code",       "compile_error", "crash",
                                                     "timeout", "memory_limit",  "wrong",         "correct",
                                                     "infra",   "bad_definition"};
static_assert(kVerdicts[static_cast<std::size_t>(Verdict::bad_definition)] == "bad_definition");
static_assert(kVerdicts[static_cast<std::size_t>(Verdict::wrong)] == "wrong");

}  // namespace

std::string_view name(Verdict verdict) { return kVerdicts.at(static_cast<std::size_t>(verdict)); }

std::optional<Verdict> parse_verdict(std::string_view word) {
  for (std::size_t i = 0; i < kVerdicts.size(); ++i) {
    if (kVerdicts[i] == word) return static_cast<Verdict>(i);
  }
  return std::nullopt;
}

}  // namespace leap::protocol
