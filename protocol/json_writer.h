// The one way in which records become JSON text. Inside protocol/ only.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace leap::protocol {

// Fields stay in the order they were set, so equal trees give equal bytes. Invalid UTF-8 becomes U+FFFD: writing never
// throws on a string. `indent` -1 is one line.
inline std::string dump_json(const nlohmann::ordered_json& tree, int indent = -1) {
  return tree.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace leap::protocol
