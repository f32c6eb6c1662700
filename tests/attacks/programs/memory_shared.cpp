// attack: touches shared memory, which some limits don't count, while the library is mapped
// row: 2
// task: vector_add
// expect: memory_limit
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

static void eat() {
  constexpr size_t kBlock = 64u << 20;
  for (;;) {
    void* block = mmap(nullptr, kBlock, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return;
    for (size_t i = 0; i < kBlock; i += 4096) static_cast<volatile char*>(block)[i] = 1;
  }
}

__attribute__((constructor)) static void attempt() { eat(); }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
