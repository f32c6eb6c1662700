// expect: timeout
// Waits for a flag that nobody sets, as a barrier for a second thread would.
#include <leap_task.h>

#include <cstdint>

extern "C" void matmul(const float* a, const float* b, float* c, int64_t m, int64_t n, int64_t k) {
  volatile bool other_half_done = false;
  for (int64_t i = 0; i < m * n; ++i) c[i] = a[i % (m * k)] * b[i % (k * n)];
  while (!other_half_done) {
  }
}
