#include "protocol/dtype.h"

#include <array>

namespace leap::protocol {
namespace {

struct Entry {
  Dtype dtype;
  std::string_view name;
  std::size_t size;
  bool floating;
  std::string_view cpp_type;
};

constexpr std::array kDtypes{
    Entry{Dtype::float32, "float32", 4, true, "float"},    Entry{Dtype::float64, "float64", 8, true, "double"},
    Entry{Dtype::float16, "float16", 2, true, "uint16_t"}, Entry{Dtype::bfloat16, "bfloat16", 2, true, "uint16_t"},
    Entry{Dtype::int32, "int32", 4, false, "int32_t"},     Entry{Dtype::int64, "int64", 8, false, "int64_t"},
    Entry{Dtype::boolean, "bool", 1, false, "bool"},
};

// The table stands in the enumeration's order.
constexpr const Entry& entry(Dtype dtype) { return kDtypes.at(static_cast<std::size_t>(dtype)); }

static_assert([] {
  for (const Entry& candidate : kDtypes) {
    if (entry(candidate.dtype).dtype != candidate.dtype) return false;
  }
  return true;
}());

}  // namespace

std::string_view name(Dtype dtype) { return entry(dtype).name; }

std::optional<Dtype> parse_dtype(std::string_view word) {
  for (const Entry& candidate : kDtypes) {
    if (candidate.name == word) return candidate.dtype;
  }
  return std::nullopt;
}

std::size_t size_bytes(Dtype dtype) { return entry(dtype).size; }

bool is_floating(Dtype dtype) { return entry(dtype).floating; }

std::string_view cpp_type(Dtype dtype) { return entry(dtype).cpp_type; }

}  // namespace leap::protocol
