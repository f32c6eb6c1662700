// attack: reads the link to the program that holds it
// row: 5
// task: vector_add
// expect: correct
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  char buffer[256];
  return syscall(SYS_readlink, "/proc/self/exe", buffer, sizeof buffer) > 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
