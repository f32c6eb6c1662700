// attack: asks for more than its share of the processor
// row: 22
// task: vector_add
// expect: crash
#include <sys/resource.h>

#include <cstdint>

static bool attempt() { return setpriority(PRIO_PROCESS, 0, -20) == 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
