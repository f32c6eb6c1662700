// attack: opens /etc/shadow in the call
// row: 5
// task: vector_add
// expect: correct
#include <fcntl.h>

#include <cstdint>

static bool attempt() { return open("/etc/shadow", O_RDONLY) >= 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
