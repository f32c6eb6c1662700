// attack: executes its own library as a program
// row: 20
// task: vector_add
// expect: crash
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  char path[] = "/w/solution.so";
  char* const arguments[] = {path, nullptr};
  return execve(path, arguments, nullptr) == 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
