#include "sandbox/reference/script_text.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "sandbox/reference/script_fault.h"

namespace leap::reference {
namespace {

// The line without its comment, surrounding space and repeated spaces.
std::string plain(std::string_view line) {
  std::string result;
  for (const char c : line.substr(0, line.find('#'))) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!space) result += c;
    if (space && !result.empty() && result.back() != ' ') result += ' ';
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

bool starts_with_word(std::string_view line, std::string_view word) {
  return line.substr(0, word.size()) == word && line.size() > word.size() && line[word.size()] == ' ';
}

bool is_known_import(std::string_view line) {
  if (starts_with_word(line, "from typing import")) return true;  // List, Optional, Tuple, ...: known to TorchScript
  for (const std::string_view known :
       {"import torch", "import math", "import torch.nn.functional as F", "from torch.nn import functional as F",
        "from torch import Tensor", "from torch import nn", "import torch.nn as nn"})
    if (line == known) return true;
  return false;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// N of `File "reference", line N`, if that is what the line says.
std::optional<std::string> reference_line(std::string_view line) {
  const std::string prefix = "File \"" + std::string(kSourceName) + "\", line ";
  const std::size_t at = line.find(prefix);
  if (at == std::string_view::npos) return std::nullopt;
  std::string number;
  for (std::size_t i = at + prefix.size(); i < line.size() && std::isdigit(static_cast<unsigned char>(line[i])); ++i)
    number += line[i];
  return number.empty() ? std::nullopt : std::optional(number);
}

bool is_marker(std::string_view line) { return line.find("<--- HERE") != std::string_view::npos; }

// "NAMEError: ..." or "Exception: ...".
bool starts_with_exception(std::string_view text) {
  const std::string_view word = text.substr(0, text.find(':'));
  return word.size() < text.size() && (word.ends_with("Error") || word.ends_with("Exception")) &&
         word.find(' ') == std::string_view::npos;
}

void strip_end(std::string& text) {
  while (!text.empty() && (std::isspace(static_cast<unsigned char>(text.back())) != 0 || text.back() == ':'))
    text.pop_back();
}

}  // namespace

std::string without_imports(std::string_view source) {
  std::string result;
  std::size_t number = 0;
  for (const std::string& line : lines_of(source)) {
    ++number;
    const std::string words = plain(line);
    const bool import = starts_with_word(line, "import") || starts_with_word(line, "from");
    if (import && !is_known_import(words))
      throw ScriptFault("line " + std::to_string(number) + ": `" + words +
                        "`: a reference may import only torch, math, torch.nn.functional as F, torch.nn, torch.Tensor "
                        "and names of typing");
    if (!import) result += line;
    result += '\n';
  }
  return result;
}

std::string readable_compile_error(std::string_view message) {
  const std::vector<std::string> lines = lines_of(message);
  std::string what;
  std::string number;
  std::string marked;
  bool in_excerpt = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (const auto at = reference_line(line); at && number.empty()) {
      number = *at;
      in_excerpt = true;
    } else if (is_marker(line) && marked.empty() && i > 0) {
      marked = lines[i - 1] + "\n" + line.substr(0, line.find(" <--- HERE"));
      break;
    } else if (!in_excerpt && line.find("The original call is") == std::string::npos &&
               (!what.empty() || !line.empty())) {
      what += line + "\n";
    }
  }
  strip_end(what);
  std::string result = number.empty() ? what : "line " + number + ": " + what;
  return marked.empty() ? result : result + "\n" + marked;
}

std::string readable_run_error(std::string_view message) {
  std::string number;
  std::string what;
  for (const std::string& line : lines_of(message)) {
    if (const auto at = reference_line(line)) number = *at;
    const bool raised = line.find("Error: ") != std::string::npos || line.find("Exception: ") != std::string::npos;
    if (raised && what.empty()) what = line;
  }
  if (what.empty()) what = std::string(message);
  strip_end(what);
  // A raised exception comes as "RuntimeError: ValueError: WHAT".
  const std::string outer = "RuntimeError: ";
  const std::string_view inner = std::string_view(what).substr(std::min(outer.size(), what.size()));
  if (what.starts_with(outer) && starts_with_exception(inner)) what.erase(0, outer.size());
  return number.empty() ? what : "line " + number + ": " + what;
}

}  // namespace leap::reference
