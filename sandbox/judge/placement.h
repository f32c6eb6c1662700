// Which processors the judge and its runners use.
//
// The judge spins while a call runs. On a busy host the scheduler likes to put the runner it has just woken on the same
// processor, where the runner then waits for the judge that waits for the runner. So the judge keeps one processor and
// runners get all others.
#pragma once

#include <sched.h>
#include <sys/types.h>

namespace leap::judge {

class Placement {
 public:
  // Takes the highest processor that this process may use for itself. Does nothing where it may use only one.
  Placement();

  // Keeps a process off the judge's processor, unless it needs more processors than are left. Failure is no fault: the
  // times' own disturbance counters tell.
  void place_runner(pid_t pid, int threads) const;

 private:
  cpu_set_t runners_;
  int runner_processors_ = 0;  // 0: nothing is kept apart
};

}  // namespace leap::judge
