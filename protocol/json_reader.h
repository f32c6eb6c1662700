// Strict reading of JSON that comes from outside. Inside protocol/ only: everyone else reads records.
//
// Refused: duplicate keys, invalid UTF-8, NUL bytes, more than limits::kMaxJsonBytes, kMaxJsonDepth or
// kMaxJsonMembers, numbers that are not finite, fields that nobody asked for. Every error is a SchemaError with the
// path of the value; no exception of the JSON library leaves this file.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leap::protocol {

class JsonObject;

// One value and its place. Lives no longer than its JsonDocument.
class JsonValue {
 public:
  JsonValue(const nlohmann::ordered_json& value, std::string path) : value_(&value), path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  [[noreturn]] void fail(const std::string& message) const;

  bool is_text() const;
  bool is_array() const;

  std::string text(std::size_t max_bytes) const;
  // Written as an integer (`1.0` and `1e3` are refused) and within low..high, both included.
  std::int64_t integer(std::int64_t low, std::int64_t high) const;
  double number() const;
  bool boolean() const;
  std::vector<JsonValue> elements(std::size_t max_count) const;
  std::vector<std::string> texts(std::size_t max_count, std::size_t max_bytes) const;

  // An object used as a map: any keys, in document order.
  std::vector<std::pair<std::string, JsonValue>> members(std::size_t max_count) const;

  // An object used as a record: `fields` are all that it may have.
  JsonObject object(std::vector<std::string> fields) const;

 private:
  [[noreturn]] void fail_type(std::string_view wanted) const;

  const nlohmann::ordered_json* value_;
  std::string path_;
};

class JsonObject {
 public:
  JsonObject(const nlohmann::ordered_json& value, std::string path, std::vector<std::string> fields);

  JsonValue at(std::string_view field) const;  // throws when it is missing
  std::optional<JsonValue> find(std::string_view field) const;

 private:
  const nlohmann::ordered_json* value_;
  std::string path_;
  std::vector<std::string> fields_;
};

class JsonDocument {
 public:
  // `root_path` starts every path: "$", or "line 3: $" for one line of many.
  static JsonDocument parse(std::string_view text, std::string root_path = "$");

  JsonValue root() const { return {*tree_, root_path_}; }

 private:
  JsonDocument(std::shared_ptr<const nlohmann::ordered_json> tree, std::string root_path)
      : tree_(std::move(tree)), root_path_(std::move(root_path)) {}

  std::shared_ptr<const nlohmann::ordered_json> tree_;
  std::string root_path_;
};

// `$.inputs` and "x" give `$.inputs.x`; a key that is no identifier gives `$.inputs["a b"]`.
std::string member_path(const std::string& parent, std::string_view key);
std::string element_path(const std::string& parent, std::size_t index);

}  // namespace leap::protocol
