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

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
