// attack: loads another library in the call
// row: 27
// task: vector_add
// expect: crash
#include <dlfcn.h>

#include <cstdint>

static bool attempt() {
  return dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL) == nullptr || dlopen("libopenblas.so.0", RTLD_NOW) != nullptr;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
