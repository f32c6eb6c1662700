#include "tests/attacks/attack_program.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace leap::attacks {

namespace {

std::vector<protocol::Verdict> verdicts(const std::string& list, const std::filesystem::path& file) {
  std::vector<protocol::Verdict> result;
  std::stringstream words(list);
  for (std::string word; std::getline(words, word, ',');) {
    word.erase(std::remove(word.begin(), word.end(), ' '), word.end());
    const auto verdict = protocol::parse_verdict(word);
    if (!verdict) throw std::runtime_error(file.string() + ": no verdict is called '" + word + "'");
    result.push_back(*verdict);
  }
  return result;
}

}  // namespace

AttackProgram read_attack(const std::filesystem::path& file) {
  AttackProgram program;
  program.file = file;
  program.name = file.stem();
  std::ifstream stream(file);
  std::string line;
  const auto value = [&](const char* key) -> std::string {
    const std::string prefix = std::string("// ") + key + ": ";
    return line.rfind(prefix, 0) == 0 ? line.substr(prefix.size()) : "";
  };
  for (int i = 0; i < 12 && std::getline(stream, line); ++i) {
    if (const auto text = value("attack"); !text.empty()) program.attack = text;
    if (const auto text = value("row"); !text.empty()) program.row = text;
    if (const auto text = value("task"); !text.empty()) program.task = text;
    if (const auto text = value("says"); !text.empty()) program.says = text;
    if (const auto text = value("never_says"); !text.empty()) program.never_says = text;
    if (const auto text = value("at_least_us"); !text.empty()) program.at_least_us = std::stod(text);
    if (const auto text = value("expect"); !text.empty()) program.expected = verdicts(text, file);
    if (const auto text = value("expect_rootless"); !text.empty()) program.expected_rootless = verdicts(text, file);
  }
  if (program.attack.empty() || program.task.empty() || program.expected.empty()) {
    throw std::runtime_error(file.string() + ": needs `// attack:`, `// task:` and `// expect:` lines");
  }
  if (program.expected_rootless.empty()) program.expected_rootless = program.expected;
  return program;
}

std::vector<AttackProgram> all_attacks(const std::filesystem::path& folder) {
  std::vector<AttackProgram> programs;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".cpp") programs.push_back(read_attack(entry.path()));
  }
  std::sort(programs.begin(), programs.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return programs;
}

}  // namespace leap::attacks
