// attack: starts a thread while the library is mapped, though none is declared
// row: 1
// task: vector_add
// expect: crash
#include <cstdint>
#include <thread>

static bool escaped = false;

__attribute__((constructor)) static void attempt() {
  std::thread([] {}).detach();
  escaped = true;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
