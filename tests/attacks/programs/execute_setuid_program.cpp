// attack: executes a program with the setuid bit
// row: 19
// task: vector_add
// expect: crash
// says: execve
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  char path[] = "/usr/bin/su";
  char* const arguments[] = {path, nullptr};
  return execve(path, arguments, nullptr) == 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
