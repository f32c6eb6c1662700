// attack: daemonises a grandchild that holds stdout open
// row: 24
// task: vector_add
// expect: crash
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  if (fork() == 0) {
    setsid();
    if (fork() == 0)
      for (;;) pause();
    _exit(0);
  }
  return true;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
