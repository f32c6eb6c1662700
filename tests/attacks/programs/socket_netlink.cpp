// attack: opens a netlink socket, to learn about the host's network
// row: 14
// task: vector_add
// expect: crash
#include <sys/socket.h>

#include <cstdint>

static bool attempt() { return socket(AF_NETLINK, SOCK_RAW, 0) >= 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
