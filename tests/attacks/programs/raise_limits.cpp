// attack: raises its own limits
// row: 22
// task: vector_add
// expect: crash
#include <sys/resource.h>

#include <cstdint>

static bool attempt() {
  const rlimit unlimited = {RLIM_INFINITY, RLIM_INFINITY};
  return setrlimit(RLIMIT_STACK, &unlimited) == 0 || setrlimit(RLIMIT_NPROC, &unlimited) == 0;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
