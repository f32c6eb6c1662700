// No network: one empty network namespace for all jails of a warden.
//
// Making one takes the kernel as long as all other steps of a jail together, and it is nothing that a jail could leave
// a trace in: it belongs to the warden's user namespace, over which jails have no power, and its sockets go with their
// processes.
#pragma once

namespace leap::jail::network_namespace {

// Moves this process into an empty one; a plain user needs a user namespace around it, with the same ids inside. False
// when the kernel does not let us: then every jail makes its own.
bool leave_host();

}  // namespace leap::jail::network_namespace
