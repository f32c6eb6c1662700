// attack: defines malloc and its family, over an arena of its own
// row: 27
// task: vector_add
// expect: correct
#include <cstddef>
#include <cstdint>

alignas(64) static char arena[8 << 20];
static size_t used = 0;

extern "C" void* malloc(size_t bytes) {
  const size_t place = used;
  used += (bytes + 63) & ~size_t{63};
  return used <= sizeof arena ? arena + place : nullptr;
}
extern "C" void free(void*) {}
extern "C" void* calloc(size_t count, size_t bytes) { return malloc(count * bytes); }
extern "C" void* realloc(void*, size_t bytes) { return malloc(bytes); }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
