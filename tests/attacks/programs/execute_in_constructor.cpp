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

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
