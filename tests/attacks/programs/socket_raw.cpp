// attack: opens a raw IPv6 socket
// row: 14
// task: vector_add
// expect: crash
#include <sys/socket.h>

#include <cstdint>

static bool attempt() { return socket(AF_INET6, SOCK_RAW, 58) >= 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
