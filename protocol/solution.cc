#include "protocol/solution.h"

#include <charconv>
#include <filesystem>
#include <optional>

#include "protocol/limits.h"
#include "protocol/names.h"
#include "protocol/schema_error.h"
#include "protocol/solution_check.h"
#include "protocol/source_comment.h"
#include "protocol/text.h"

namespace leap::protocol {
namespace {

Language language_of(const std::filesystem::path& path, const std::string& place) {
  const std::string extension = path.extension().string();
  if (extension == ".cpp" || extension == ".cc" || extension == ".cxx") return Language::cpp;
  if (extension == ".cu") return Language::cuda;
  throw SchemaError(
      place, "the extension " + in_quotes(extension) + " names no language: .cpp, .cc and .cxx are C++, .cu is CUDA");
}

int read_threads(const SourceComment& comment, const std::string& place) {
  int threads = 0;
  const char* end = comment.value.data() + comment.value.size();
  const auto [stop, error] = std::from_chars(comment.value.data(), end, threads);
  if (error == std::errc() && stop == end && threads >= 1 && threads <= limits::kMaxThreads) return threads;
  throw SchemaError(place + ':' + std::to_string(comment.line), "`// threads: N` needs an integer from 1 to " +
                                                                    std::to_string(limits::kMaxThreads) + ", got " +
                                                                    in_quotes(comment.value));
}

int declared_threads(std::string_view source, const std::string& place) {
  const std::vector<SourceComment> comments = source_comments(source, "threads");
  if (comments.empty()) return 1;
  if (comments.size() > 1) {
    throw SchemaError(
        place + ':' + std::to_string(comments[1].line),
        "`// threads: N` stands a second time; line " + std::to_string(comments[0].line) + " has the first");
  }
  return read_threads(comments.front(), place);
}

}  // namespace

Solution solution_from_source(std::string_view path, std::string content, const Definition& definition) {
  const std::filesystem::path file(path);
  const std::string place = one_line(path, kMaxPlaceBytes);
  Solution solution;
  solution.name = one_line(file.stem().string(), limits::kMaxNameBytes);
  solution.definition = definition.name;
  solution.language = language_of(file, place);
  solution.entry_point = definition.name;
  check_source(content, place);
  solution.threads = declared_threads(content, place);
  solution.sources.push_back({one_line(file.filename().string(), kMaxSourcePathBytes), std::move(content)});
  return solution;
}

void check_source(std::string_view content, const std::string& place) {
  if (content.size() > limits::kMaxSourceBytes) {
    throw SchemaError(place, "the source has " + std::to_string(content.size()) + " bytes; at most " +
                                 std::to_string(limits::kMaxSourceBytes) + " are allowed");
  }
  if (content.find_first_not_of(" \t\r\n\f\v") == content.npos) throw SchemaError(place, "the source is empty");
  if (content.find('\0') != content.npos) {
    throw SchemaError(place, "the source contains a NUL byte; it must be UTF-8 text");
  }
  if (!is_valid_utf8(content)) throw SchemaError(place, "the source is not valid UTF-8");
}

}  // namespace leap::protocol
