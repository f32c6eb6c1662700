// What an attack could leave behind on the host: processes, cgroups, mounts, files, descriptors.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace leap::attacks {

struct HostState {
  int jailed_processes = 0;  // descendants of ours in another pid namespace
  int cgroups = 0;           // of ours under /sys/fs/cgroup: those of our wardens, and new ones whose warden is gone
  int descriptors = 0;
  std::string mounts;
  int files = 0;  // in the temporary folder and in the working folder of the test

  bool operator==(const HostState&) const = default;
  std::string text() const;
};

class HostWatch {
 public:
  // Remembers the cgroups that are there already. From now on this process is a subreaper: what an attack cuts loose
  // from its parents becomes our child, and is counted, instead of init's. Throws std::system_error.
  explicit HostWatch(std::filesystem::path working_folder);

  HostState look() const;

 private:
  std::filesystem::path working_folder_;
  std::set<std::filesystem::path> cgroups_before_;
};

}  // namespace leap::attacks
