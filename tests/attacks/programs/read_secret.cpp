// attack: opens /etc/shadow in the call
// row: 5
// task: vector_add
// expect: crash
// says: openat
#include <fcntl.h>

#include <cstdint>

static bool attempt() {
  return open("/etc/shadow", O_RDONLY) >= 0;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
