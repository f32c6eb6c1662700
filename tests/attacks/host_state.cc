#include "tests/attacks/host_state.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <system_error>
#include <utility>

namespace leap::attacks {

namespace fs = std::filesystem;

namespace {

// Empty when the process that a file of /proc belongs to has gone, even between opening and reading.
std::string content(const fs::path& file) {
  std::ifstream stream(file);
  std::string text;
  for (char part[4096]; stream.read(part, sizeof part) || stream.gcount() > 0;) {
    text.append(part, static_cast<std::size_t>(stream.gcount()));
  }
  return text;
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

int jailed_processes(const std::map<int, int>& tree) {
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

// The PID of leap-PID-LABEL, 0 for other names.
int warden_of(const fs::path& cgroup) {
  int warden = 0;
  return std::sscanf(cgroup.filename().c_str(), "leap-%d-", &warden) == 1 ? warden : 0;
}

std::set<fs::path> warden_cgroups() {
  std::set<fs::path> found;
  std::error_code ignored;
  for (auto it = fs::recursive_directory_iterator("/sys/fs/cgroup", ignored);
       !ignored && it != fs::recursive_directory_iterator(); it.increment(ignored)) {
    if (it->is_directory(ignored) && warden_of(it->path()) != 0) found.insert(it->path());
  }
  return found;
}

// Our wardens are children of ours. Another test's warden that is alive is its own business; of one that is gone nobody
// can tell whose it was.
int cgroups(const std::map<int, int>& tree, const std::set<fs::path>& before) {
  int count = 0;
  for (const fs::path& cgroup : warden_cgroups()) {
    const auto warden = tree.find(warden_of(cgroup));
    count += warden != tree.end() ? warden->second == ::getpid() : !before.contains(cgroup);
  }
  return count;
}

}  // namespace

HostWatch::HostWatch(fs::path working_folder)
    : working_folder_(std::move(working_folder)), cgroups_before_(warden_cgroups()) {
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) {
    throw std::system_error(errno, std::generic_category(), "become a subreaper");
  }
}

HostState HostWatch::look() const {
  const auto tree = parents();
  HostState state;
  state.jailed_processes = jailed_processes(tree);
  state.cgroups = cgroups(tree, cgroups_before_);
  state.descriptors = entries("/proc/self/fd");
  state.mounts = content("/proc/self/mountinfo");
  state.files = entries(working_folder_);
  return state;
}

std::string HostState::text() const {
  return std::to_string(jailed_processes) + " jailed processes, " + std::to_string(cgroups) + " cgroups, " +
         std::to_string(descriptors) + " descriptors, " +
         std::to_string(std::count(mounts.begin(), mounts.end(), '\n')) + " mounts, " + std::to_string(files) +
         " files";
}

}  // namespace leap::attacks
