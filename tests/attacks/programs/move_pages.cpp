// attack: asks where the pages of pid 1 are
// row: 17
// task: vector_add
// expect: crash
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() { return syscall(SYS_move_pages, 1, 0, nullptr, nullptr, nullptr, 0) >= 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
