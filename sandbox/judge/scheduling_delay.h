// How long a process was ready to run while something else had its processor, by the kernel's own count.
#pragma once

#include <sys/types.h>

#include <string>

#include "sandbox/channel/fd.h"

namespace leap::judge {

// Reads /proc/PID/schedstat, which the process cannot write. Counts the main thread.
class SchedulingDelay {
 public:
  explicit SchedulingDelay(const std::string& process);  // a PID, or "self"

  // Total since the process began, in microseconds; 0 where the kernel does not count (no CONFIG_SCHED_INFO).
  double total_us() const;

 private:
  Fd file_;
};

}  // namespace leap::judge
