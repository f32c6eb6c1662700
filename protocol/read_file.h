// Reading one file that somebody else may have put there.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace leap::protocol {

// The whole content. Throws SchemaError, whose path is the file's: missing, a symbolic link, a pipe or a device or
// anything else that is no regular file, more than `max_bytes`.
std::string read_regular_file(const std::filesystem::path& path, std::size_t max_bytes);

}  // namespace leap::protocol
