// attack: overwrites the whole control page with noise and computes nothing
// row: 26
// task: vector_add
// expect: wrong, crash, timeout
#include <cstdint>

static void* const page = reinterpret_cast<void*>(0x10'0000'0000);  // kControlAddress of sandbox/runner/control_block.h

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  auto* words = reinterpret_cast<volatile uint32_t*>(page);
  for (uint32_t i = 0, noise = 12345; i < 100 * 1024; ++i) words[i % 1024] = noise = noise * 1664525u + 1013904223u;
}
