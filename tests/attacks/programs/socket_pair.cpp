// attack: makes a socket pair, to pass descriptors
// row: 15
// task: vector_add
// expect: crash
#include <sys/socket.h>

#include <cstdint>

static bool attempt() {
  int ends[2];
  return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
