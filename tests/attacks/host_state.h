// What an attack could leave behind on the host: processes, cgroups, mounts, files, descriptors.
#pragma once

#include <filesystem>
#include <string>

namespace leap::attacks {

struct HostState {
  int jailed_processes = 0;  // descendants of ours in another pid namespace
  int cgroups = 0;           // folders of ours under /sys/fs/cgroup
  int descriptors = 0;
  std::string mounts;
  int files = 0;  // in the temporary folder and in the working folder of the test

  bool operator==(const HostState&) const = default;
  std::string text() const;
};

HostState look_at_host(const std::filesystem::path& working_folder);

}  // namespace leap::attacks
