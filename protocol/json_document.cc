// From text to a tree: what JsonDocument::parse refuses while it reads.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "protocol/json_reader.h"
#include "protocol/limits.h"
#include "protocol/schema_error.h"
#include "protocol/text.h"

namespace leap::protocol {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kFaultBytes = 240;

// Where a byte stands, counted from 1 as editors do.
std::string line_and_column(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, std::min(position == 0 ? 0 : position - 1, text.size()));
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return "line " + std::to_string(lines + 1) + ", column " + std::to_string(before.size() - line_start + 1);
}

// The library's own words, without its exception number and its place, which we give ourselves.
std::string fault_of(const nlohmann::detail::exception& error) {
  std::string_view what = error.what();
  if (const auto end = what.find("] "); what.starts_with('[') && end != what.npos) what.remove_prefix(end + 2);
  if (const auto end = what.find(": "); what.starts_with("parse error at ") && end != what.npos) {
    what.remove_prefix(end + 2);
  }
  return one_line(what, kFaultBytes);
}

// Builds the tree from the parser's events. An event that is not acceptable leaves the fault and stops the parser.
class TreeBuilder final : public nlohmann::json_sax<ordered_json> {
 public:
  TreeBuilder(std::string_view text, const std::string& root_path) : text_(text), root_path_(root_path) {}

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override {
    return std::isfinite(value) ? add(value) : refuse("is not a finite number");
  }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return refuse("is binary, which JSON has not"); }

  bool start_object(std::size_t) override { return open(ordered_json::object()); }
  bool key(string_t& value) override {
    Level& level = levels_.back();
    level.key = std::move(value);
    if (!level.keys.insert(level.key).second) return refuse("this key appears twice in its object");
    if (level.keys.size() > limits::kMaxJsonMembers) {
      return refuse("the object has more than " + std::to_string(limits::kMaxJsonMembers) + " members");
    }
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(ordered_json::array()); }
  bool end_array() override { return close(); }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    fault_.emplace(root_path_, "is not valid JSON at " + line_and_column(text_, position) + ": " + fault_of(error));
    return false;
  }

  const std::optional<SchemaError>& fault() const { return fault_; }
  ordered_json take() { return std::move(root_); }

 private:
  struct Level {
    ordered_json* container;
    std::string key;  // of the member being read; objects only
    std::unordered_set<std::string> keys;
  };

  ordered_json* place(ordered_json value) {
    if (levels_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    const Level& level = levels_.back();
    if (level.container->is_array()) {
      level.container->push_back(std::move(value));
      return &level.container->back();
    }
    auto& members = level.container->get_ref<ordered_json::object_t&>();
    members.emplace_back(level.key, std::move(value));  // key() has seen that it is new
    return &members.back().second;
  }

  bool add(ordered_json value) {
    place(std::move(value));
    return true;
  }

  bool open(ordered_json container) {
    if (levels_.size() >= static_cast<std::size_t>(limits::kMaxJsonDepth)) {
      return refuse("is nested deeper than " + std::to_string(limits::kMaxJsonDepth) + " levels");
    }
    ordered_json* placed = place(std::move(container));
    levels_.push_back({placed, {}, {}});
    return true;
  }

  bool close() {
    levels_.pop_back();
    return true;
  }

  bool refuse(std::string message) {
    std::string path = root_path_;
    for (const Level& level : levels_) {
      // The refused value itself is not in its array yet; what it is nested in is.
      const std::size_t placed = &level == &levels_.back() ? 0 : 1;
      path = level.container->is_array() ? element_path(path, level.container->size() - placed)
                                         : member_path(path, level.key);
    }
    fault_.emplace(std::move(path), std::move(message));
    return false;
  }

  std::string_view text_;
  const std::string& root_path_;
  ordered_json root_;
  std::vector<Level> levels_;
  std::optional<SchemaError> fault_;
};

}  // namespace

JsonDocument JsonDocument::parse(std::string_view text, std::string root_path) {
  if (text.size() > limits::kMaxJsonBytes) {
    throw SchemaError(root_path, "the document has " + std::to_string(text.size()) + " bytes; at most " +
                                     std::to_string(limits::kMaxJsonBytes) + " are read");
  }
  // The library takes a NUL byte for the end, and would not see what follows it.
  if (const auto nul = text.find('\0'); nul != text.npos) {
    throw SchemaError(root_path, "is not valid JSON at " + line_and_column(text, nul + 1) + ": a NUL byte");
  }
  TreeBuilder builder(text, root_path);
  try {
    if (!ordered_json::sax_parse(text, &builder)) {
      throw builder.fault() ? *builder.fault() : SchemaError(root_path, "is not valid JSON");
    }
  } catch (const nlohmann::detail::exception& error) {
    throw SchemaError(root_path, "is not valid JSON: " + fault_of(error));
  }
  auto tree = std::make_shared<const ordered_json>(builder.take());
  return {std::move(tree), std::move(root_path)};
}

}  // namespace leap::protocol
