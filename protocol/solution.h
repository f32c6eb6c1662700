// A submitted kernel: sources and how to call them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/definition.h"

namespace leap::protocol {

enum class Language { cpp, cuda };

struct SourceFile {
  std::string path;  // informative only: never becomes a file name in a jail
  std::string content;
};

struct Solution {
  std::string name;
  std::string definition;  // name of the definition it solves
  Language language = Language::cpp;
  std::vector<SourceFile> sources;  // exactly one for now
  std::string entry_point;          // the C symbol; the definition's name by default
  int threads = 1;                  // threads that the kernel may have, its caller included; 1..64
};

// One source file, with what its comments declare: a line `// threads: N` allows N threads. The language follows
// from the extension of `path` (.cpp, .cc, .cxx: cpp; .cu: cuda); throws SchemaError on another one, on an empty
// source, on one over limits::kMaxSourceBytes, or on one with a NUL byte or invalid UTF-8. The error's path is the
// file's, with the line where there is one: `kernels/relu.cpp:3`.
Solution solution_from_source(std::string_view path, std::string content, const Definition& definition);

// Reads a Solution record as JSON: {name, definition, sources: [{path, content}], spec: {language, entry_point,
// threads}}.
Solution parse_solution(std::string_view json_text);
std::string to_json_text(const Solution& solution);

// The C prototype of a solution: `extern "C" void NAME(const float* x, float* y, int64_t rows)`.
std::string prototype(const Definition& definition, std::string_view entry_point, Language language);

// The header that the toolchain gives to the candidate as <leap_task.h>: that prototype and each constant axis as
// `constexpr int64_t NAME = VALUE;` in namespace leap_task.
std::string candidate_header(const Definition& definition, std::string_view entry_point, Language language);

}  // namespace leap::protocol
