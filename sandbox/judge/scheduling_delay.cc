#include "sandbox/judge/scheduling_delay.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace leap::judge {

SchedulingDelay::SchedulingDelay(const std::string& process)
    : file_(::open(("/proc/" + process + "/schedstat").c_str(), O_RDONLY | O_CLOEXEC)) {}

// The second of three numbers, in nanoseconds: time on the processor, time waiting for one, turns.
double SchedulingDelay::total_us() const {
  char line[128];
  const ssize_t got = file_ ? ::pread(file_.get(), line, sizeof line - 1, 0) : -1;
  if (got <= 0) return 0;
  line[got] = '\0';
  unsigned long long waiting_ns = 0;
  if (std::sscanf(line, "%*u %llu", &waiting_ns) != 1) return 0;
  return static_cast<double>(waiting_ns) * 1e-3;
}

}  // namespace leap::judge
