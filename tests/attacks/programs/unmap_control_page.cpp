// attack: unmaps the page by which the runner reports
// row: 26
// task: vector_add
// expect: crash, timeout
#include <sys/mman.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  munmap(reinterpret_cast<void*>(0x10'0000'0000), 4096);  // kControlAddress of sandbox/runner/control_block.h
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
