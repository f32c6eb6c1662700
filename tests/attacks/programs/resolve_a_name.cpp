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

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
