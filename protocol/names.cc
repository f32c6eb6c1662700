#include "protocol/names.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "protocol/limits.h"
#include "protocol/text.h"

namespace leap::protocol {
namespace {

constexpr std::size_t kSuggestedEdits = 2;

// C++20, [lex.key] and [lex.operator]; also `restrict` (C) because kernels are often written with it as a macro.
constexpr auto kKeywords = std::to_array<std::string_view>({"alignas",
                                                            "alignof",
                                                            "and",
                                                            "and_eq",
                                                            "asm",
                                                            "auto",
                                                            "bitand",
                                                            "bitor",
                                                            "bool",
                                                            "break",
                                                            "case",
                                                            "catch",
                                                            "char",
                                                            "char16_t",
                                                            "char32_t",
                                                            "char8_t",
                                                            "class",
                                                            "co_await",
                                                            "co_return",
                                                            "co_yield",
                                                            "compl",
                                                            "concept",
                                                            "const",
                                                            "const_cast",
                                                            "consteval",
                                                            "constexpr",
                                                            "constinit",
                                                            "continue",
                                                            "decltype",
                                                            "default",
                                                            "delete",
                                                            "do",
                                                            "double",
                                                            "dynamic_cast",
                                                            "else",
                                                            "enum",
                                                            "explicit",
                                                            "export",
                                                            "extern",
                                                            "false",
                                                            "float",
                                                            "for",
                                                            "friend",
                                                            "goto",
                                                            "if",
                                                            "inline",
                                                            "int",
                                                            "long",
                                                            "mutable",
                                                            "namespace",
                                                            "new",
                                                            "noexcept",
                                                            "not",
                                                            "not_eq",
                                                            "nullptr",
                                                            "operator",
                                                            "or",
                                                            "or_eq",
                                                            "private",
                                                            "protected",
                                                            "public",
                                                            "register",
                                                            "reinterpret_cast",
                                                            "requires",
                                                            "restrict",
                                                            "return",
                                                            "short",
                                                            "signed",
                                                            "sizeof",
                                                            "static",
                                                            "static_assert",
                                                            "static_cast",
                                                            "struct",
                                                            "switch",
                                                            "template",
                                                            "this",
                                                            "thread_local",
                                                            "throw",
                                                            "true",
                                                            "try",
                                                            "typedef",
                                                            "typeid",
                                                            "typename",
                                                            "typeof",
                                                            "union",
                                                            "unsigned",
                                                            "using",
                                                            "virtual",
                                                            "void",
                                                            "volatile",
                                                            "wchar_t",
                                                            "while",
                                                            "xor",
                                                            "xor_eq"});

// Names that the generated prototype itself uses, or that are macros in headers every kernel includes.
constexpr auto kTaken =
    std::to_array<std::string_view>({"EOF",   "INFINITY", "NAN",     "NULL",    "assert",    "bfloat16", "cudaStream_t",
                                     "errno", "half",     "int32_t", "int64_t", "leap_task", "linux",    "main",
                                     "std",   "stdin",    "stdout",  "stderr",  "stream",    "uint16_t", "unix"});

template <typename Table>
bool holds(const Table& table, std::string_view word) {
  return std::find(table.begin(), table.end(), word) != table.end();
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string> identifier_fault(std::string_view name) {
  if (name.empty()) return "is empty: a name is a letter or underscore, then letters, digits or underscores";
  if (name.size() > limits::kMaxNameBytes) {
    return "is longer than " + std::to_string(limits::kMaxNameBytes) + " characters";
  }
  const bool shaped =
      is_letter(name[0]) && std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c); });
  if (!shaped) return "is not an identifier: a name is a letter or underscore, then letters, digits or underscores";
  if (holds(kKeywords, name)) return "is a C++ keyword: choose another name";
  if (holds(kTaken, name)) return "already means something in a kernel's source: choose another name";
  const bool reserved = name.find("__") != std::string_view::npos ||
                        (name[0] == '_' && (name.size() == 1 || (name[1] >= 'A' && name[1] <= 'Z')));
  if (reserved) return "is reserved by C++: no leading underscore before a capital, no double underscore";
  return std::nullopt;
}

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known) {
  if (word.size() > limits::kMaxNameBytes) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = kSuggestedEdits + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string unknown_word(std::string_view what, std::string_view word, const std::vector<std::string>& known) {
  std::string message = "unknown " + std::string(what) + ' ' + in_quotes(word);
  if (const auto suggestion = nearest(word, known)) message += ", did you mean " + in_quotes(*suggestion) + '?';
  return message + (message.back() == '?' ? " Known: " : "; known: ") + listed(known);
}

std::string listed(const std::vector<std::string>& words) {
  if (words.empty()) return "none";
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

}  // namespace leap::protocol
