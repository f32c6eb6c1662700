// attack: spins for ever in as many threads as it declares
// row: 23
// task: vector_add
// expect: timeout
// threads: 4
#include <cstdint>
#include <thread>

static void spin() {
  for (volatile bool on = true; on;) {
  }
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int i = 0; i < 3; ++i) std::thread(spin).detach();
  spin();
}
