#include "protocol/json_reader.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "protocol/limits.h"
#include "protocol/names.h"
#include "protocol/schema_error.h"
#include "protocol/text.h"

namespace leap::protocol {
namespace {

using nlohmann::ordered_json;

std::string_view kind_of(const ordered_json& value) {
  switch (value.type()) {
    case ordered_json::value_t::null:
      return "null";
    case ordered_json::value_t::boolean:
      return "a boolean";
    case ordered_json::value_t::string:
      return "a string";
    case ordered_json::value_t::array:
      return "an array";
    case ordered_json::value_t::object:
      return "an object";
    default:
      return "a number";
  }
}

std::string range_text(std::int64_t low, std::int64_t high) {
  return "an integer from " + std::to_string(low) + " to " + std::to_string(high);
}

bool is_plain_key(std::string_view key) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !key.empty() && key.size() <= limits::kMaxNameBytes && std::all_of(key.begin(), key.end(), plain) &&
         !(key[0] >= '0' && key[0] <= '9');
}

}  // namespace

void JsonValue::fail(const std::string& message) const { throw SchemaError(path_, message); }

bool JsonValue::is_text() const { return value_->is_string(); }

bool JsonValue::is_array() const { return value_->is_array(); }

std::string JsonValue::text(std::size_t max_bytes) const {
  if (!value_->is_string()) fail_type("a string");
  const auto& text = value_->get_ref<const std::string&>();
  if (text.size() > max_bytes) {
    fail("has " + std::to_string(text.size()) + " bytes; at most " + std::to_string(max_bytes) + " are allowed");
  }
  return text;
}

std::int64_t JsonValue::integer(std::int64_t low, std::int64_t high) const {
  if (!value_->is_number()) fail_type(range_text(low, high));
  if (value_->is_number_float()) {  // also what overflows 64 bits
    fail("must be " + range_text(low, high) + ", without a fraction or an exponent");
  }
  const bool too_large =
      value_->is_number_unsigned() &&
      value_->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (too_large) fail("must be " + range_text(low, high) + ", is " + std::to_string(value_->get<std::uint64_t>()));
  const auto value = value_->get<std::int64_t>();
  if (value < low || value > high) fail("must be " + range_text(low, high) + ", is " + std::to_string(value));
  return value;
}

double JsonValue::number() const {
  if (!value_->is_number()) fail_type("a number");
  return value_->get<double>();
}

bool JsonValue::boolean() const {
  if (!value_->is_boolean()) fail_type("true or false");
  return value_->get<bool>();
}

std::vector<JsonValue> JsonValue::elements(std::size_t max_count) const {
  if (!value_->is_array()) fail_type("an array");
  if (value_->size() > max_count) {
    fail("has " + std::to_string(value_->size()) + " elements; at most " + std::to_string(max_count) + " are allowed");
  }
  std::vector<JsonValue> elements;
  elements.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i) elements.emplace_back((*value_)[i], element_path(path_, i));
  return elements;
}

std::vector<std::string> JsonValue::texts(std::size_t max_count, std::size_t max_bytes) const {
  std::vector<std::string> texts;
  for (const JsonValue& element : elements(max_count)) texts.push_back(element.text(max_bytes));
  return texts;
}

std::vector<std::pair<std::string, JsonValue>> JsonValue::members(std::size_t max_count) const {
  if (!value_->is_object()) fail_type("an object");
  if (value_->size() > max_count) {
    fail("has " + std::to_string(value_->size()) + " members; at most " + std::to_string(max_count) + " are allowed");
  }
  std::vector<std::pair<std::string, JsonValue>> members;
  for (const auto& [key, value] : value_->get_ref<const ordered_json::object_t&>()) {
    members.emplace_back(key, JsonValue(value, member_path(path_, key)));
  }
  return members;
}

JsonObject JsonValue::object(std::vector<std::string> fields) const {
  if (!value_->is_object()) fail_type("an object with the fields " + listed(fields));
  return {*value_, path_, std::move(fields)};
}

void JsonValue::fail_type(std::string_view wanted) const {
  fail("must be " + std::string(wanted) + ", is " + std::string(kind_of(*value_)));
}

JsonObject::JsonObject(const ordered_json& value, std::string path, std::vector<std::string> fields)
    : value_(&value), path_(std::move(path)), fields_(std::move(fields)) {
  for (const auto& [key, member] : value.get_ref<const ordered_json::object_t&>()) {
    if (std::find(fields_.begin(), fields_.end(), key) == fields_.end()) {
      throw SchemaError(member_path(path_, key), unknown_word("field", key, fields_));
    }
  }
}

JsonValue JsonObject::at(std::string_view field) const {
  if (const auto found = find(field)) return *found;
  throw SchemaError(path_, "the field " + in_quotes(field) + " is missing; the fields are: " + listed(fields_));
}

std::optional<JsonValue> JsonObject::find(std::string_view field) const {
  for (const auto& [key, member] : value_->get_ref<const ordered_json::object_t&>()) {
    if (key == field) return JsonValue(member, member_path(path_, field));
  }
  return std::nullopt;
}

std::string member_path(const std::string& parent, std::string_view key) {
  return is_plain_key(key) ? parent + '.' + std::string(key) : parent + '[' + in_quotes(key) + ']';
}

std::string element_path(const std::string& parent, std::size_t index) {
  return parent + '[' + std::to_string(index) + ']';
}

}  // namespace leap::protocol
