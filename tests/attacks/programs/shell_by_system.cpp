// attack: runs a shell command by system(3)
// row: 20
// task: vector_add
// expect: crash
#include <cstdint>
#include <cstdlib>

static bool attempt() {
  return system("id") == 0;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
