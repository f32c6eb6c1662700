// Copies a file that the payload left behind into memory of the caller, trusting nothing about it.
#pragma once

#include <cstdint>
#include <string>

#include "sandbox/jail/report.h"

namespace leap::jail {

// Runs in the jail's init, with every payload process dead and "/" the jail's root. Takes a regular file with one name,
// reached without any symbolic link, of at most `max_bytes`. Cannot block: a FIFO is refused.
Report::Copied collect(const std::string& path, int memory_fd, std::uint64_t max_bytes);

}  // namespace leap::jail
