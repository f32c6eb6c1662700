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

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
