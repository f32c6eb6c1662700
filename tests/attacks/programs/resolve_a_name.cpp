// attack: resolves a host name
// row: 14
// task: vector_add
// expect: crash
#include <netdb.h>
#include <sys/socket.h>

#include <cstdint>

static bool attempt() {
  addrinfo* found = nullptr;
  return getaddrinfo("example.org", "80", nullptr, &found) == 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
