// attack: replaces the handler that reports forbidden calls
// row: 27
// task: vector_add
// expect: crash
#include <signal.h>

#include <cstdint>

static bool attempt() { return signal(SIGSYS, SIG_IGN) != SIG_ERR; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
