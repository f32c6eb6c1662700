// Mapping what the judge shares, at the addresses it asks for, with inaccessible pages around every tensor.
#pragma once

#include "sandbox/runner/control_block.h"

namespace leap::runner {

// Both return nullptr or false when the kernel refuses; errno says why.
ControlBlock* map_control(int fd);
bool map_regions(const StartMessage& start, int inputs_fd, int outputs_fd);

// Copies a memfd's bytes to kLibraryPath; false when that fails.
bool write_library(int fd);

}  // namespace leap::runner
