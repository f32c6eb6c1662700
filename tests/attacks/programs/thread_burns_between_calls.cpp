// attack: leaves a thread that takes the processor from the baseline
// row: B38
// task: vector_add
// expect: correct
// threads: 2
#include <cstdint>
#include <thread>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static std::thread burner([] {
    for (volatile bool on = true; on;) {
    }
  });
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
