// attack: runs a shell command by system(3)
// row: 20
// task: vector_add
// expect: crash
#include <cstdint>
#include <cstdlib>

static bool attempt() { return system("id") == 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
