// attack: starts a program by posix_spawn
// row: 20
// task: vector_add
// expect: crash
#include <spawn.h>
#include <sys/types.h>

#include <cstdint>

static bool attempt() {
  pid_t child = 0;
  char path[] = "/bin/sh";
  char* const arguments[] = {path, nullptr};
  return posix_spawn(&child, path, nullptr, nullptr, arguments, nullptr) == 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
