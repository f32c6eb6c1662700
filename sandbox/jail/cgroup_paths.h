// Where this process is in the cgroup hierarchies, and reading and writing their files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "sandbox/channel/fd.h"

namespace leap::jail::cgroup_paths {

// The directory of this process's cgroup for a v1 controller, or for v2 with "". Nothing when it is not mounted.
std::optional<std::filesystem::path> own(std::string_view controller);

// The same from the texts of /proc/self/cgroup and /proc/self/mountinfo.
std::optional<std::filesystem::path> find(std::string_view controller, const std::string& membership,
                                          const std::string& mounts);

// Empty when the file cannot be read.
std::string read(const std::filesystem::path& file);

// False and errno when it cannot be written.
bool write(const std::filesystem::path& file, std::string_view text);

// The number after `key` in a file of "key number" lines; 0 when it is not there.
std::uint64_t value_of(std::string_view text, std::string_view key);

// A whole file that holds one number; 0 when it does not ("max").
std::uint64_t number(std::string_view text);

}  // namespace leap::jail::cgroup_paths
