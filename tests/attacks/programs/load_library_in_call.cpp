// attack: loads another library in the call
// row: 27
// task: vector_add
// expect: correct
#include <dlfcn.h>

#include <cstdint>

static bool attempt() { return dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL) != nullptr; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
