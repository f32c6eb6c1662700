// attack: opens a performance counter on everything
// row: 17
// task: vector_add
// expect: crash
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  perf_event_attr attributes = {};
  attributes.size = sizeof attributes;
  return syscall(SYS_perf_event_open, &attributes, -1, 0, -1, 0) >= 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
