// attack: opens a socket of every family and kind: each is refused with an errno
// row: 14
// task: vector_add
// expect: correct
#include <sys/socket.h>

#include <cstdint>

static bool attempt() {
  for (int family = 0; family < 48; ++family)
    for (int kind = 1; kind <= 6; ++kind)
      if (socket(family, kind, 0) >= 0) return true;
  return false;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
