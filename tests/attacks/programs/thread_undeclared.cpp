// attack: starts a thread though the source declares none
// row: 1
// task: vector_add
// expect: crash
#include <cstdint>
#include <thread>

static bool attempt() {
  std::thread([] {}).join();
  return true;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
