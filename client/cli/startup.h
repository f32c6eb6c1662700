// What is put right before anything else runs.
#pragma once

namespace leap::cli {

// Opens the null device on each of the descriptors 0, 1 and 2 that is closed: the next one that is opened would get
// that number, and what is meant for a person would be written into it. Throws std::runtime_error when standard output
// was closed, since every command has something to say there.
void open_standard_descriptors();

// Raises the soft limit of open descriptors towards the hard one: a slot takes dozens, and the usual limit is 1024.
void raise_descriptor_limit();

}  // namespace leap::cli
