// attack: stops itself, so that only SIGCONT would wake it
// row: 23
// task: vector_add
// expect: crash
#include <signal.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  raise(SIGSTOP);
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
