// What every source must be, from a file or from JSON. Inside protocol/ only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace leap::protocol {

inline constexpr std::size_t kMaxPlaceBytes = 512;       // of a file's path in an error message
inline constexpr std::size_t kMaxSourcePathBytes = 255;  // of a file's name, as file systems have it

// Throws SchemaError at `place`: empty, too large, a NUL byte, invalid UTF-8.
void check_source(std::string_view content, const std::string& place);

}  // namespace leap::protocol
