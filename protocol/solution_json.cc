#include <algorithm>
#include <optional>

#include "protocol/json_fields.h"
#include "protocol/json_reader.h"
#include "protocol/json_writer.h"
#include "protocol/limits.h"
#include "protocol/solution.h"
#include "protocol/solution_check.h"
#include "protocol/text.h"

namespace leap::protocol {
namespace {

using nlohmann::ordered_json;

std::optional<Language> parse_language(std::string_view word) {
  if (word == "cpp") return Language::cpp;
  if (word == "cuda") return Language::cuda;
  return std::nullopt;
}

// A name is printed on terminals, so it may hold nothing that one_line() would change.
std::string read_label(const JsonValue& value, std::size_t max_bytes) {
  std::string label = value.text(max_bytes);
  if (label.empty()) value.fail("must not be empty");
  if (one_line(label, max_bytes) != label) value.fail("must be one line of printable characters");
  return label;
}

std::string read_identifier(const JsonValue& value) {
  std::string name = value.text(limits::kMaxNameBytes);
  if (const auto fault = identifier_fault(name)) value.fail(in_quotes(name) + ' ' + *fault);
  return name;
}

SourceFile read_source(const JsonValue& value) {
  const JsonObject object = value.object({"path", "content"});
  SourceFile source;
  source.path = read_label(object.at("path"), kMaxSourcePathBytes);
  const JsonValue content = object.at("content");
  source.content = content.text(limits::kMaxSourceBytes);
  check_source(source.content, content.path());
  return source;
}

}  // namespace

Solution parse_solution(std::string_view json_text) {
  const JsonDocument document = JsonDocument::parse(json_text);
  const JsonObject root = document.root().object({"name", "definition", "sources", "spec"});
  Solution solution;
  solution.name = read_label(root.at("name"), limits::kMaxNameBytes);
  solution.definition = read_identifier(root.at("definition"));
  const JsonValue sources = root.at("sources");
  for (const JsonValue& source : sources.elements(1)) solution.sources.push_back(read_source(source));
  if (solution.sources.empty()) sources.fail("exactly one source is needed");

  const JsonObject spec = root.at("spec").object({"language", "entry_point", "threads"});
  solution.language = read_word(spec.at("language"), "language", parse_language, {"cpp", "cuda"});
  const auto entry_point = spec.find("entry_point");
  solution.entry_point = entry_point ? read_identifier(*entry_point) : solution.definition;
  if (const auto threads = spec.find("threads")) {
    solution.threads = static_cast<int>(threads->integer(1, limits::kMaxThreads));
  }
  return solution;
}

std::string to_json_text(const Solution& solution) {
  ordered_json json;
  json["name"] = solution.name;
  json["definition"] = solution.definition;
  json["sources"] = ordered_json::array();
  for (const SourceFile& source : solution.sources) {
    ordered_json& member = json["sources"].emplace_back();
    member["path"] = source.path;
    member["content"] = source.content;
  }
  json["spec"]["language"] = solution.language == Language::cpp ? "cpp" : "cuda";
  json["spec"]["entry_point"] = solution.entry_point;
  json["spec"]["threads"] = solution.threads;
  return dump_json(json);
}

}  // namespace leap::protocol
