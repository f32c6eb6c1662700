// attack: never lets the process leave: destructors and atexit handlers that spin
// row: 27
// task: vector_add
// expect: correct
#include <cstdint>
#include <cstdlib>

static void spin() {
  for (volatile bool on = true; on;) {
  }
}
__attribute__((destructor)) static void at_unload() { spin(); }
__attribute__((constructor)) static void attempt() { atexit(spin); }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
