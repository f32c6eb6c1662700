// What a forked child gives up before it touches a definition.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>

namespace leap::reference {

// Dies with `parent`, keeps at most `memory_bytes` of private memory (RLIMIT_DATA: unlike RLIMIT_AS it leaves out the
// shared memory and the mapped libraries), writes no files, dumps no core. Exits when the parent is already gone.
void restrict_child(pid_t parent, std::uint64_t memory_bytes);

// Takes away, for good, the system calls by which a child could start or harm a process or reach another one: a
// reference that has taken over its own process still cannot pass for its parent. Throws std::runtime_error.
void drop_system_calls();

// From now on at most `limit` and a second of processor time, then SIGXCPU: a backstop for a client that has died.
void allow_cpu_time(std::chrono::milliseconds limit);

}  // namespace leap::reference
