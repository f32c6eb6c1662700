// The life of one forked child: one definition, then one run after another until its client leaves.
#pragma once

#include "sandbox/channel/channel.h"
#include "sandbox/channel/fd.h"

namespace leap::reference {

// Compiles the definition that `definition` (a memfd with its JSON) holds, answers, and serves runs on `session`.
// Returns when the session ends or has failed; every failure has then been answered.
void serve_session(channel::Channel session, Fd definition);

}  // namespace leap::reference
