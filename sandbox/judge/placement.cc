#include "sandbox/judge/placement.h"

namespace leap::judge {

Placement::Placement() {
  CPU_ZERO(&runners_);
  if (::sched_getaffinity(0, sizeof runners_, &runners_) != 0 || CPU_COUNT(&runners_) < 2) return;
  int own = CPU_SETSIZE - 1;
  while (!CPU_ISSET(own, &runners_)) --own;
  cpu_set_t judge;
  CPU_ZERO(&judge);
  CPU_SET(own, &judge);
  if (::sched_setaffinity(0, sizeof judge, &judge) != 0) return;
  CPU_CLR(own, &runners_);
  runner_processors_ = CPU_COUNT(&runners_);
}

void Placement::place_runner(pid_t pid, int threads) const {
  if (threads <= runner_processors_) ::sched_setaffinity(pid, sizeof runners_, &runners_);
}

}  // namespace leap::judge
