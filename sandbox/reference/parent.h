// The warm parent: forks a child per definition, reaps it, tells its client how it ended.
#pragma once

#include "sandbox/channel/channel.h"

namespace leap::reference {

// Serves until the control socket's other end closes. Single-threaded. In a child it does not return: the child leaves
// by _exit, because the destructors and exit handlers of libtorch cost more than the whole evaluation.
void serve_control(channel::Channel control);

}  // namespace leap::reference
