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

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
