#include "tests/attacks/host_state.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

namespace leap::attacks {

namespace fs = std::filesystem;

namespace {

std::string content(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

int entries(const fs::path& folder) {
  std::error_code ignored;  // files of other programs come and go
  int count = 0;
  for (auto it = fs::directory_iterator(folder, ignored); !ignored && it != fs::directory_iterator();
       it.increment(ignored)) {
    ++count;
  }
  return count;
}

std::string link(const fs::path& path) {
  std::error_code error;
  return fs::read_symlink(path, error).string();
}

// Parent of each process, from the fourth field of its stat line (after the name, which may hold spaces).
std::map<int, int> parents() {
  std::map<int, int> result;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string stat = content(entry.path() / "stat");
    const auto end = stat.rfind(')');
    if (end == std::string::npos) continue;
    std::istringstream fields(stat.substr(end + 1));
    char state;
    int parent = 0;
    fields >> state >> parent;
    if (state != 'Z') result[std::stoi(name)] = parent;
  }
  return result;
}

bool descends_from(int pid, int ancestor, const std::map<int, int>& parents) {
  while (pid > 1) {
    const auto found = parents.find(pid);
    if (found == parents.end()) return false;
    if (found->second == ancestor) return true;
    pid = found->second;
  }
  return false;
}

int jailed_processes() {
  const auto tree = parents();
  const std::string own = link("/proc/self/ns/pid_for_children");
  int count = 0;
  for (const auto& [pid, parent] : tree) {
    if (!descends_from(pid, ::getpid(), tree)) continue;
    const std::string space = link("/proc/" + std::to_string(pid) + "/ns/pid");
    // Rootless, the namespaces of a jailed process cannot be read: then its not being readable tells it apart.
    count += space != own;
  }
  return count;
}

int cgroups() {
  int count = 0;
  std::error_code ignored;
  for (auto it = fs::recursive_directory_iterator("/sys/fs/cgroup", ignored);
       !ignored && it != fs::recursive_directory_iterator(); it.increment(ignored)) {
    if (!it->is_directory(ignored)) continue;
    count += it->path().filename().string().rfind("leap-" + std::to_string(::getpid()), 0) == 0;
  }
  return count;
}

}  // namespace

HostState look_at_host(const fs::path& working_folder) {
  HostState state;
  state.jailed_processes = jailed_processes();
  state.cgroups = cgroups();
  state.descriptors = entries("/proc/self/fd");
  state.mounts = content("/proc/self/mountinfo");
  state.files = entries(working_folder);
  return state;
}

std::string HostState::text() const {
  return std::to_string(jailed_processes) + " jailed processes, " + std::to_string(cgroups) + " cgroups, " +
         std::to_string(descriptors) + " descriptors, " +
         std::to_string(std::count(mounts.begin(), mounts.end(), '\n')) + " mounts, " + std::to_string(files) +
         " files";
}

}  // namespace leap::attacks
