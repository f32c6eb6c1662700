// Fields that several records share. Inside protocol/ only.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expression.h"
#include "protocol/json_reader.h"
#include "protocol/limits.h"
#include "protocol/names.h"

namespace leap::protocol {

// The field's text; empty when it is left out.
inline std::string optional_text(const JsonObject& object, std::string_view field, std::size_t max_bytes) {
  const auto value = object.find(field);
  return value ? value->text(max_bytes) : std::string();
}

inline Expression read_expression(const JsonValue& value) {
  try {
    return Expression::parse(value.text(limits::kMaxExpressionBytes));
  } catch (const std::invalid_argument& error) {
    value.fail(std::string("not an expression: ") + error.what());
  }
}

// One of `known` words, which `parse` turns into an enumerator.
template <typename Parse>
auto read_word(const JsonValue& value, std::string_view what, Parse parse, const std::vector<std::string>& known) {
  const std::string word = value.text(limits::kMaxDescriptionBytes);
  const auto parsed = parse(word);
  if (!parsed) value.fail(unknown_word(what, word, known));
  return *parsed;
}

}  // namespace leap::protocol
