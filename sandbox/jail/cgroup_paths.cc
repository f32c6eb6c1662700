#include "sandbox/jail/cgroup_paths.h"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>
#include <sstream>
#include <vector>

namespace leap::jail::cgroup_paths {

namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

bool lists(const std::string& names, std::string_view wanted) {
  for (const std::string& name : split(names, ',')) {
    if (name == wanted) return true;
  }
  return false;
}

// /proc/self/cgroup: ID:CONTROLLERS:PATH, with no controllers for v2.
std::optional<std::string> path_in_hierarchy(std::string_view controller, const std::string& membership) {
  for (const std::string& line : split(membership, '\n')) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string names = line.substr(first + 1, second - first - 1);
    if (controller.empty() ? line.rfind("0::", 0) == 0 : lists(names, controller)) return line.substr(second + 1);
  }
  return std::nullopt;
}

struct Mount {
  std::string root;  // the cgroup that is mounted, "/" unless a container shows a part only
  std::string point;
};

// /proc/self/mountinfo: ID PARENT DEVICE ROOT POINT OPTIONS [TAGS…] - TYPE SOURCE SUPER_OPTIONS
std::optional<Mount> mount_of(std::string_view controller, const std::string& mounts) {
  for (const std::string& line : split(mounts, '\n')) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    const std::vector<std::string> before = split(line.substr(0, dash), ' ');
    const std::vector<std::string> after = split(line.substr(dash + 3), ' ');
    if (before.size() < 5 || after.size() < 3) continue;
    const bool matches =
        controller.empty() ? after[0] == "cgroup2" : after[0] == "cgroup" && lists(after[2], controller);
    if (matches) return Mount{before[3], before[4]};
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::filesystem::path> find(std::string_view controller, const std::string& membership,
                                          const std::string& mounts) {
  const auto path = path_in_hierarchy(controller, membership);
  const auto mount = mount_of(controller, mounts);
  if (!path || !mount) return std::nullopt;
  std::string below = *path;
  if (mount->root != "/") {
    if (below.rfind(mount->root, 0) != 0) return std::nullopt;  // our cgroup is not in what is mounted
    below = below.substr(mount->root.size());
  }
  while (!below.empty() && below.front() == '/') below.erase(0, 1);
  return below.empty() ? std::filesystem::path(mount->point) : std::filesystem::path(mount->point) / below;
}

std::optional<std::filesystem::path> own(std::string_view controller) {
  return find(controller, read("/proc/self/cgroup"), read("/proc/self/mountinfo"));
}

std::string read(const std::filesystem::path& file) {
  const Fd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  char part[4096];
  for (ssize_t got; fd && (got = ::read(fd.get(), part, sizeof part)) > 0;)
    text.append(part, static_cast<std::size_t>(got));
  return text;
}

bool write(const std::filesystem::path& file, std::string_view text) {
  const Fd fd(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  return fd && ::write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::uint64_t value_of(std::string_view text, std::string_view key) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (line.size() > key.size() && line.substr(0, key.size()) == key && line[key.size()] == ' ') {
      return number(line.substr(key.size() + 1));
    }
    at = end + 1;
  }
  return 0;
}

}  // namespace leap::jail::cgroup_paths
