// attack: lives in the kernel: maps, touches and unmaps for ever
// row: 23
// task: vector_add
// expect: timeout
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (;;) {
    constexpr size_t kBytes = 16u << 20;
    void* block = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) continue;
    for (size_t i = 0; i < kBytes; i += 4096) static_cast<volatile char*>(block)[i] = 1;
    munmap(block, kBytes);
  }
}
