// The warden process itself: waits for orders, keeps one jail at a time, and never outlives its parent.
#pragma once

#include "sandbox/channel/channel.h"
#include "sandbox/jail/warden.h"

namespace leap::jail {

// Runs in the forked process. Says hello, serves until the parent is gone, leaves nothing behind. Never returns.
[[noreturn]] void keep_jails(channel::Channel parent, CgroupBackend backend, const WardenOptions& options);

}  // namespace leap::jail
