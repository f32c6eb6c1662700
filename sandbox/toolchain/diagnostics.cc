#include "sandbox/toolchain/diagnostics.h"

#include <cctype>
#include <nlohmann/json.hpp>

#include "protocol/text.h"

namespace leap::toolchain {

namespace {

using nlohmann::json;
constexpr std::size_t kMaxMessageBytes = 2000;

std::string shown_file(const std::string& file, std::string_view candidate_file) {
  constexpr std::string_view kIncludeRoots[] = {"/usr/include/", "/usr/lib/gcc/"};
  for (const auto root : kIncludeRoots) {
    if (file.rfind(root, 0) == 0) return "<" + file.substr(file.rfind('/') + 1) + ">";
  }
  return std::string(candidate_file);
}

constexpr std::string_view kLinker = "/usr/bin/ld: ";

bool continues_temporary_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.'; }

// Length of the jail's name that starts at `at`, 0 for none: our fixed names, and the compiler's temporary files
// (/w/ccXXXXXX.o, .s).
std::size_t jail_name_length(std::string_view text, std::size_t at) {
  for (const std::string_view fixed :
       {kLinker, std::string_view("/in/kernel.cpp"), std::string_view("/in/"), std::string_view("/w/solution.so")}) {
    if (text.compare(at, fixed.size(), fixed) == 0) return fixed.size();
  }
  constexpr std::string_view kTemporary = "/w/cc";
  if (text.compare(at, kTemporary.size(), kTemporary) != 0) return 0;
  std::size_t end = at + kTemporary.size();
  while (end < text.size() && continues_temporary_name(text[end])) ++end;
  return end - at;
}

// The jail's names in running text: messages of the linker and the assembler carry them. A scan, because std::regex
// recurses for each character that it matches, and the text may be a candidate's.
std::string without_jail_paths(std::string_view text, std::string_view candidate_file) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = text[at] == '/' ? jail_name_length(text, at) : 0;
    if (length == 0) {
      result.push_back(text[at++]);
      continue;
    }
    if (text.compare(at, kLinker.size(), kLinker) != 0) result += candidate_file;
    at += length;
  }
  return result;
}

void add(const json& message, std::string_view candidate_file, std::size_t max_diagnostics, ParsedOutput& parsed) {
  if (!message.is_object() || parsed.diagnostics.size() >= max_diagnostics) return;
  protocol::Diagnostic diagnostic;
  diagnostic.severity = message.value("kind", "error");
  if (diagnostic.severity == "fatal error") diagnostic.severity = "error";
  diagnostic.message =
      protocol::sanitize_text(without_jail_paths(message.value("message", ""), candidate_file), kMaxMessageBytes);
  diagnostic.file = std::string(candidate_file);
  const auto locations = message.find("locations");
  if (locations != message.end() && locations->is_array() && !locations->empty()) {
    const json caret = locations->front().value("caret", json::object());
    diagnostic.file = protocol::sanitize_text(shown_file(caret.value("file", ""), candidate_file), 256);
    diagnostic.line = caret.value("line", 0);
    diagnostic.column = caret.value("column", 0);
  }
  parsed.diagnostics.push_back(std::move(diagnostic));
  const auto children = message.find("children");
  if (children == message.end() || !children->is_array()) return;
  for (const json& child : *children) add(child, candidate_file, max_diagnostics, parsed);
}

// The whole objects at the start of an array that was cut: g++ prints all messages as one line, and only the first of a
// flood are kept.
std::vector<json> whole_objects(std::string_view cut_array, std::size_t max_objects) {
  std::vector<json> objects;
  int depth = 0;
  bool in_string = false;
  std::size_t begin = 0;
  for (std::size_t at = 1; at < cut_array.size() && objects.size() < max_objects; ++at) {
    const char c = cut_array[at];
    if (in_string) {
      if (c == '\\') ++at;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (depth++ == 0) begin = at;
    } else if ((c == '}' || c == ']') && depth > 0 && --depth == 0) {
      json object = json::parse(cut_array.substr(begin, at + 1 - begin), nullptr, false);
      if (object.is_discarded()) break;
      objects.push_back(std::move(object));
    }
  }
  return objects;
}

}  // namespace

ParsedOutput parse_gcc_output(std::string_view output, std::string_view candidate_file, std::size_t max_diagnostics) {
  ParsedOutput parsed;
  std::string rest;
  for (std::size_t begin = 0; begin < output.size();) {
    const std::size_t end = std::min(output.find('\n', begin), output.size());
    const std::string_view line = output.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty() || line == "[]") continue;
    json messages = line.front() == '[' ? json::parse(line, nullptr, false) : json();
    if (messages.is_discarded()) messages = whole_objects(line, max_diagnostics);
    if (!messages.is_array() || messages.empty()) {
      rest.append(line).push_back('\n');
      continue;
    }
    try {
      for (const json& message : messages) add(message, candidate_file, max_diagnostics, parsed);
    } catch (const json::exception&) {  // a field of another type than the compiler writes: forged, shown as text
      rest.append(line).push_back('\n');
    }
  }
  constexpr std::size_t kMaxRestBytes = 16u << 10;
  parsed.rest = protocol::sanitize_text(without_jail_paths(rest, candidate_file), kMaxRestBytes);
  return parsed;
}

}  // namespace leap::toolchain
