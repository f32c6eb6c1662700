// attack: defines operator new, which hands out what others freed
// row: 27
// task: vector_add
// expect: correct
#include <cstddef>
#include <cstdint>
#include <new>

alignas(64) static char block[4096];

void* operator new(std::size_t) { return block; }
void operator delete(void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
