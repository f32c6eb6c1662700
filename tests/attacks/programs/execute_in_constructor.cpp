// attack: restarts the runner with LD_PRELOAD while the library is mapped
// row: 27
// task: vector_add
// expect: crash
#include <unistd.h>

#include <cstdint>

static bool escaped = false;

__attribute__((constructor)) static void attempt() {
  char path[] = "/leap-runner", preload[] = "LD_PRELOAD=/w/solution.so";
  char* const arguments[] = {path, nullptr};
  char* const environment[] = {preload, nullptr};
  escaped = execve(path, arguments, environment) == 0;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
