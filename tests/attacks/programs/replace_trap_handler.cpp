// attack: replaces the handler that reports forbidden calls
// row: 27
// task: vector_add
// expect: crash
#include <signal.h>

#include <cstdint>

static bool attempt() {
  return signal(SIGSYS, SIG_IGN) != SIG_ERR;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
