#include "sandbox/jail/policy.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>

#include "sandbox/jail/seccomp.h"

namespace leap::jail {

namespace {

using Json = nlohmann::json;
using Variables = std::map<std::string, std::string>;

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw std::runtime_error((where.empty() ? "/" : where) + ": " + what);
}

// A JSON object whose every field must be asked for: what is left unread is unknown, and refused by name.
class Object {
 public:
  Object(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
    if (!json.is_object()) refuse(where_, "expected an object");
  }

  bool has(const std::string& field) const { return json_.contains(field); }
  std::string place(const std::string& field) const { return where_ + "/" + field; }
  const std::string& where() const { return where_; }

  const Json& at(const std::string& field) {
    read_.insert(field);
    if (!has(field)) refuse(where_, "the field \"" + field + "\" is missing");
    return json_.at(field);
  }
  std::string text(const std::string& field) {
    const Json& value = at(field);
    if (!value.is_string()) refuse(place(field), "expected a string");
    return value.get<std::string>();
  }
  bool flag(const std::string& field) {
    if (!has(field)) return false;
    const Json& value = at(field);
    if (!value.is_boolean()) refuse(place(field), "expected true or false");
    return value.get<bool>();
  }
  std::uint64_t number(const std::string& field) {
    const Json& value = at(field);
    if (!value.is_number_unsigned()) refuse(place(field), "expected a whole number that is not negative");
    return value.get<std::uint64_t>();
  }
  const Json& list(const std::string& field) {
    const Json& value = at(field);
    if (!value.is_array()) refuse(place(field), "expected a list");
    return value;
  }
  void done() const {
    for (const auto& item : json_.items()) {
      if (read_.count(item.key()) == 0) refuse(where_, "unknown field \"" + item.key() + "\"");
    }
  }

 private:
  const Json& json_;
  std::string where_;
  std::set<std::string> read_;
};

std::string expand(const std::string& text, const Variables& variables, const std::string& where) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (text.compare(at, 2, "${") != 0) {
      result += text[at++];
      continue;
    }
    const std::size_t end = text.find('}', at);
    if (end == std::string::npos) refuse(where, "\"${\" without \"}\"");
    const std::string name = text.substr(at + 2, end - at - 2);
    const auto variable = variables.find(name);
    if (variable == variables.end()) refuse(where, "unknown variable ${" + name + "}");
    result += variable->second;
    at = end + 1;
  }
  return result;
}

// Absolute and plain, so that a path means the same to the reader of a policy and to the kernel.
std::string checked_path(const std::string& path, const std::string& where) {
  if (path.size() < 2 || path.front() != '/') refuse(where, "expected an absolute path below /");
  if (path.back() == '/') refuse(where, "a path does not end in /");
  std::istringstream parts(path.substr(1));
  for (std::string part; std::getline(parts, part, '/');) {
    if (part.empty() || part == "." || part == "..") refuse(where, "a path has no empty parts, \".\" or \"..\"");
  }
  if (path.find('\0') != std::string::npos) refuse(where, "a path has no zero byte");
  return path;
}

class MountReader {
 public:
  MountReader(const Json& json, const std::string& where, const Variables& variables)
      : object_(json, where), variables_(variables) {}

  MountRule read() {
    const std::string kind = only_kind();
    if (kind == "bind") bind();
    if (kind == "tmpfs") temporary();
    if (kind == "symlink") link();
    if (kind == "file") file();
    if (kind == "device") device();
    object_.done();
    return rule_;
  }

 private:
  std::string only_kind() const {
    std::string found;
    for (const char* kind : {"bind", "tmpfs", "symlink", "file", "device"}) {
      if (!object_.has(kind)) continue;
      if (!found.empty()) refuse(object_.where(), "both \"" + found + "\" and \"" + kind + "\"");
      found = kind;
    }
    if (found.empty()) refuse(object_.where(), "expected one of bind, tmpfs, symlink, file, device");
    return found;
  }
  std::string path(const char* field) {
    return checked_path(expand(object_.text(field), variables_, object_.place(field)), object_.place(field));
  }
  void bind() {
    rule_.kind = MountRule::Kind::read_only_bind;
    rule_.source = path("bind");
    rule_.target = object_.has("to") ? path("to") : rule_.source;
    rule_.executable = object_.flag("executable");
    rule_.optional = object_.flag("optional");
  }
  void temporary() {
    rule_.kind = MountRule::Kind::temporary;
    rule_.target = path("tmpfs");
    rule_.size_bytes = object_.number("size_bytes");
    rule_.inodes = object_.number("inodes");
    if (rule_.size_bytes == 0 || rule_.inodes == 0) refuse(object_.where(), "a tmpfs without a limit: 0 means none");
    rule_.executable = object_.flag("executable");
    rule_.writable = object_.flag("writable");
  }
  void link() {
    rule_.kind = MountRule::Kind::symbolic_link;
    rule_.target = path("symlink");
    rule_.source = object_.text("to");
    if (rule_.source.empty()) refuse(object_.place("to"), "a link needs a target");
  }
  void file() {
    rule_.kind = MountRule::Kind::constant_file;
    rule_.target = path("file");
    rule_.source = object_.text("content");
  }
  void device() {
    rule_.kind = MountRule::Kind::device;
    rule_.source = path("device");
    if (rule_.source.rfind("/dev/", 0) != 0) refuse(object_.place("device"), "a device is below /dev");
    rule_.target = rule_.source;
    rule_.optional = object_.flag("optional");
  }

  Object object_;
  const Variables& variables_;
  MountRule rule_{};
};

Limits read_limits(const Json& json, const std::string& where) {
  Object object(json, where);
  const auto positive = [&](const char* field) {
    const std::uint64_t value = object.number(field);
    if (value == 0) refuse(object.place(field), "a limit of 0 allows nothing");
    return value;
  };
  Limits limits;
  limits.memory_bytes = positive("memory_bytes");
  limits.processes = positive("processes");
  limits.file_bytes = positive("file_bytes");
  limits.open_files = positive("open_files");
  limits.stack_bytes = positive("stack_bytes");
  limits.cpu_seconds = positive("cpu_seconds");
  limits.wall_ms = object.number("wall_ms");
  limits.output_bytes = object.number("output_bytes");
  object.done();
  return limits;
}

std::map<std::string, std::string> read_environment(const Json& json, const std::string& where) {
  if (!json.is_object()) refuse(where, "expected an object");
  std::map<std::string, std::string> environment;
  for (const auto& item : json.items()) {
    if (!item.value().is_string()) refuse(where + "/" + item.key(), "expected a string");
    if (item.key().empty() || item.key().find('=') != std::string::npos)
      refuse(where, "a name is empty or has a \"=\"");
    environment[item.key()] = item.value().get<std::string>();
  }
  return environment;
}

// A number as JSON has it, or as C writes it: "0x5401".
std::uint64_t read_bits(const Json& json, const std::string& where) {
  if (json.is_number_unsigned()) return json.get<std::uint64_t>();
  if (json.is_string()) {
    const std::string text = json.get<std::string>();
    std::size_t used = 0;
    try {
      const std::uint64_t value = std::stoull(text, &used, 0);
      if (used == text.size() && text.front() != '-') return value;
    } catch (const std::logic_error&) {
      // Falls through to the refusal.
    }
  }
  refuse(where, "expected a number, or one as a string such as \"0x5401\"");
}

seccomp::Condition read_condition(const Json& json, const std::string& where) {
  Object object(json, where);
  seccomp::Condition condition;
  const std::uint64_t argument = object.number("arg");
  if (argument > 5) refuse(object.place("arg"), "a system call has the arguments 0 to 5");
  condition.argument = static_cast<unsigned>(argument);
  condition.equal = object.has("equals");
  if (condition.equal == object.has("not_equals")) refuse(where, "expected one of equals and not_equals");
  const char* field = condition.equal ? "equals" : "not_equals";
  condition.value = read_bits(object.at(field), object.place(field));
  if (object.has("mask")) condition.mask = read_bits(object.at("mask"), object.place("mask"));
  // Without one, bits that the kernel ignores would let a forbidden value through.
  if (!condition.equal && !object.has("mask")) refuse(where, "not_equals needs a mask");
  if ((condition.value & ~condition.mask) != 0) refuse(where, "the value has bits outside the mask: it never matches");
  object.done();
  return condition;
}

class StageReader {
 public:
  StageReader(const Json& json, const std::string& where) : object_(json, where) {}

  seccomp::Filter read() {
    const std::string otherwise = object_.text("default");
    if (otherwise != "kill" && otherwise != "trap") refuse(object_.place("default"), "expected \"kill\" or \"trap\"");
    filter_.otherwise = otherwise == "kill" ? seccomp::Default::kill : seccomp::Default::trap;
    rules("allow", /*supervised=*/false);
    if (object_.has("supervise")) rules("supervise", /*supervised=*/true);
    if (object_.has("errno")) answer_with_errors();
    object_.done();
    return filter_;
  }

 private:
  std::string known(const Json& json, const std::string& where) {
    if (!json.is_string()) refuse(where, "expected the name of a system call");
    const std::string call = json.get<std::string>();
    if (!seccomp::known_call(call)) refuse(where, "unknown system call \"" + call + "\"");
    return call;
  }
  // Alternatives for one call may differ in their conditions; a call with none must be alone, and so must one that
  // fails.
  void claim(const std::string& call, bool alone, const std::string& where) {
    if (claimed_alone_.count(call) != 0 || (alone && claimed_.count(call) != 0)) {
      refuse(where, "\"" + call + "\" is already decided");
    }
    claimed_.insert(call);
    if (alone) claimed_alone_.insert(call);
  }
  void rules(const std::string& field, bool supervised) {
    const Json& list = object_.list(field);
    for (std::size_t i = 0; i < list.size(); ++i) {
      add_rule(list[i], supervised, object_.place(field + "/" + std::to_string(i)));
    }
  }
  void add_rule(const Json& json, bool supervised, const std::string& where) {
    seccomp::Rule rule;
    rule.supervised = supervised;
    if (json.is_string()) {
      rule.call = known(json, where);
    } else {
      Object object(json, where);
      rule.call = known(object.at("name"), object.place("name"));
      const Json& when = object.list("when");
      if (when.empty()) refuse(object.place("when"), "expected at least one condition");
      for (std::size_t i = 0; i < when.size(); ++i) {
        rule.when.push_back(read_condition(when[i], object.place("when/" + std::to_string(i))));
      }
      object.done();
    }
    claim(rule.call, rule.when.empty(), where);
    filter_.rules.push_back(std::move(rule));
  }
  void answer_with_errors() {
    Object errors(object_.at("errno"), object_.place("errno"));
    for (const auto& [name, value] :
         {std::pair<const char*, int>{"EPERM", EPERM}, {"ENOSYS", ENOSYS}, {"EACCES", EACCES}}) {
      if (!errors.has(name)) continue;
      const Json& calls = errors.list(name);
      for (std::size_t i = 0; i < calls.size(); ++i) {
        const std::string where = errors.place(std::string(name) + "/" + std::to_string(i));
        const std::string call = known(calls[i], where);
        claim(call, true, where);
        filter_.rules.push_back({call, {}, value});
      }
    }
    errors.done();
  }

  Object object_;
  seccomp::Filter filter_;
  std::set<std::string> claimed_, claimed_alone_;
};

bool allows_exec(const seccomp::Filter& filter) {
  for (const seccomp::Rule& rule : filter.rules) {
    if (rule.call == "execve" && rule.when.empty() && !rule.error) return true;
  }
  return false;
}

std::map<std::string, FilterProgram> read_filters(const Json& json, const std::string& where) {
  if (!json.is_object()) refuse(where, "expected an object");
  std::map<std::string, FilterProgram> filters;
  for (const auto& item : json.items()) {
    const std::string stage = item.key();
    const std::string place = where + "/" + stage;
    static const std::set<std::string> kStages = {"payload", "load", "load_threads"};
    if (kStages.count(stage) == 0) refuse(place, "unknown stage");
    const seccomp::Filter filter = StageReader(item.value(), place).read();
    // It is installed before exec, by a process whose death could not be told from the payload's.
    if (stage == "payload" && !allows_exec(filter)) refuse(place + "/allow", "the stage \"payload\" must allow execve");
    filters[stage] = seccomp::compile(filter);
  }
  if (filters.count("payload") == 0) refuse(where, "the stage \"payload\" is missing");
  return filters;
}

Policy read_policy(const Json& json, const Variables& variables) {
  Object object(json, "");
  Policy policy;
  policy.name = object.text("name");
  object.text("description");
  const Json& mounts = object.list("mounts");
  for (std::size_t i = 0; i < mounts.size(); ++i) {
    policy.mounts.push_back(MountReader(mounts[i], object.place("mounts/" + std::to_string(i)), variables).read());
  }
  policy.limits = read_limits(object.at("limits"), object.place("limits"));
  policy.environment = read_environment(object.at("environment"), object.place("environment"));
  policy.filters = read_filters(object.at("seccomp"), object.place("seccomp"));
  object.done();
  return policy;
}

}  // namespace

Policy load_policy(const std::filesystem::path& file, const Variables& variables) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error(file.string() + ": cannot be read");
  try {
    return read_policy(Json::parse(in), variables);
  } catch (const std::exception& problem) {
    throw std::runtime_error(file.string() + ": " + problem.what());
  }
}

}  // namespace leap::jail
