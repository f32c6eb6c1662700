// attack: maps its own page over the one that the judge reads
// row: 26
// task: vector_add
// expect: timeout
#include <sys/mman.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  mmap(reinterpret_cast<void*>(0x10'0000'0000), 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
       -1, 0);  // kControlAddress of sandbox/runner/control_block.h
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
